import { createContext, type ReactNode, use, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Elements } from '../../app/elements';
import styles from './ListFooter.module.css';

type Slot = readonly [HTMLElement | null, (element: HTMLElement | null) => void];

const SlotContext = createContext<Slot>([null, () => undefined]);

/** Lets ListFooter show what InListFooter renders elsewhere in the page. */
export function ListFooterProvider({ children }: { children: Elements }) {
  return <SlotContext value={useState<HTMLElement | null>(null)}>{children}</SlotContext>;
}

/**
 * The last line of a list page: its pages, and the actions on selected rows. It keeps its height, and leaves room at its end for the
 * messages of Notification.
 *
 * @example
 * <ListFooter>
 *   <Pagination label="accounts.pages" />
 * </ListFooter>
 */
export function ListFooter({ children }: { children: Elements }) {
  const [, setSlot] = use(SlotContext);
  return (
    <div className={`${styles.footer} screen-only`} data-list-footer>
      <div ref={setSlot} className={styles.slot} />
      <div className={styles.pages}>{children}</div>
    </div>
  );
}

/** Renders its children at the start of the ListFooter of the page, in whose place the pages shrink to two buttons. */
export function InListFooter({ children }: { children: ReactNode }) {
  const [slot] = use(SlotContext);
  return slot && createPortal(children, slot);
}
