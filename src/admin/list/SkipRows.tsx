import { type MouseEvent, type ReactNode, useId, useRef } from 'react';
import { useStaffT } from '../../i18n/useStaffT';
import styles from './SkipRows.module.css';

/** Fewer rows are passed quickly with the Tab key. */
const WORTH_SKIPPING = 5;

/** The rows of a list with a skip link to its end, for keyboard users, who would pass up to a hundred buttons. */
export function SkipRows({ count, children }: { count: number; children: ReactNode }) {
  const t = useStaffT();
  const id = useId();
  const end = useRef<HTMLParagraphElement>(null);
  const isLong = count > WORTH_SKIPPING;
  // Following the link would add a history entry.
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
