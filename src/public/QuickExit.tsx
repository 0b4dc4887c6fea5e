import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { QUICK_EXIT } from '../../contract/constants';
import { useT } from '../i18n/I18nProvider';
import { useDraftStore } from '../referralForm/DraftProvider';
import { OutsideButtonLink } from '../ui/Button';
import { useServices } from '../app/services';
import styles from './QuickExit.module.css';
import { replacePage } from './replacePage';

/**
 * The quick exit of a public page, always visible at the bottom. A link, so that it works before hydration.
 */
export function QuickExit({ onLeave }: { onLeave: () => void }) {
  const t = useT();
  const hint = useId();
  const { exitUrl } = useServices().settings;
  const bar = useRef<HTMLElement>(null);

  // The backdrop of a dialog covers the link: it is visible, but the dialog gets the click.
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const link = bar.current?.querySelector('a');
      const { target: dialog } = event;
      if (!link || !(dialog instanceof HTMLDialogElement)) return;
      if (isWithin(event, link) && !isWithin(event, dialog)) onLeave();
    };
    document.addEventListener('click', onClick);
    return () => document.removeEventListener('click', onClick);
  }, [onLeave]);

  return (
    <section ref={bar} data-exit="" aria-label={t('quickExit.leave')} className={styles.bar}>
      <OutsideButtonLink
        href={exitUrl}
        describedBy={hint}
        onClick={(event) => {
          event.preventDefault();
          onLeave();
        }}
      >
        {t('quickExit.leave')}
      </OutsideButtonLink>
      <p id={hint} className={styles.hint}>
        <span className={styles.keys}>{`${t('quickExit.keys')} `}</span>
        <span>{t('quickExit.hint')}</span>
      </p>
    </section>
  );
}

/** Whether a click is within an element's box. */
function isWithin({ clientX: x, clientY: y }: MouseEvent, element: Element): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return x >= left && x <= right && y >= top && y <= bottom;
}

/**
 * The quick exit of a public page: clears the screen, discards the input, then navigates to another site. Three presses of
 * Escape trigger it too; one that closes something does not count.
 * @returns whether the page is being left, and a function that leaves it
 */
export function useQuickExit(): { hasLeft: boolean; leave: () => void } {
  const { exitUrl } = useServices().settings;
  const draftStore = useDraftStore('public');
  const [hasLeft, setLeft] = useState(false);

  const leave = useCallback(() => {
    // Synchronously, so that the forms unmount, and with them the browser's question about unsent input.
    flushSync(() => setLeft(true));
    draftStore.save(null);
    document.title = '';
    replacePage(exitUrl);
  }, [exitUrl, draftStore]);

  useEffect(() => {
    const isThird = createEscapeCounter();
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // A held-down key is one press. A further press would stop the browser's navigation.
      if (hasLeft) event.preventDefault();
      else if (!event.repeat && !isClosing(event) && isThird(event.timeStamp)) {
        event.preventDefault();
        leave();
      }
    };
    // Not in the capture phase: an open list stops the propagation of the Escape that closes it.
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [hasLeft, leave]);

  return { hasLeft, leave };
}

/** What the browser itself closes on Escape. `:is` ignores what an older browser does not know. */
const CLOSABLE = ':is(dialog[open], select:open, input:open)';

/** Whether this Escape closes something, or ends the composition of a character. */
const isClosing = (event: KeyboardEvent) =>
  event.isComposing || document.querySelector(CLOSABLE) !== null;

/**
 * Detects three fast presses of Escape.
 * @returns a function that takes the time of each press, in milliseconds, and returns whether it is the third fast one
 */
export function createEscapeCounter(): (at: number) => boolean {
  const { presses, within } = QUICK_EXIT;
  let times: number[] = [];
  return (at) => {
    times = [...times, at].slice(-presses);
    return times.length === presses && at - (times[0] ?? at) <= within;
  };
}
