import { type MouseEvent, type ReactNode, useId, useRef } from 'react';
import { useStaffT } from '../../i18n/useStaffT';
import styles from './SkipRows.module.css';

/** Fewer are passed by as many presses of the Tab key as one would make anyway. */
const WORTH_SKIPPING = 5;

/** The rows of a list, and a link past all of their buttons, to its end: for who has no pointer there would be a hundred. */
export function SkipRows({ count, children }: { count: number; children: ReactNode }) {
  const t = useStaffT();
  const id = useId();
  const end = useRef<HTMLParagraphElement>(null);
  const isLong = count > WORTH_SKIPPING;
  // By itself the link would add an entry to the history, which 'Back' stops at.
  const skip = (event: MouseEvent) => {
    event.preventDefault();
    end.current?.focus();
  };

  return (
    <>
      {isLong && (
        <a href={`#${id}`} onClick={skip} className={styles.skip}>
          {t('list.skipRows')}
        </a>
      )}
      {children}
      {isLong && (
        <p ref={end} id={id} tabIndex={-1} className={styles.end}>
          {t('list.endOfRows')}
        </p>
      )}
    </>
  );
}
