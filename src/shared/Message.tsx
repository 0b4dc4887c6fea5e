import { Children, type ReactNode, type Ref, useDeferredValue } from 'react';
import styles from './Message.module.css';

/**
 * What went wrong, with the way on. Said at once by a screen reader; can be given the focus.
 */
export function ProblemMessage({
  children,
  ref,
}: {
  children: ReactNode;
  ref?: Ref<HTMLDivElement>;
}) {
  return (
    <div ref={ref} role="alert" tabIndex={-1} className={styles.problem}>
      {children}
    </div>
  );
}

/**
 * What was done, or what to know. The region is there before its text, as screen readers only speak of changes.
 * @param look `success` for what was done, `note` for what to know
 */
export function StatusMessage({
  look = 'success',
  children,
}: {
  look?: 'success' | 'note';
  children: ReactNode;
}) {
  const shown = useDeferredValue(children, null);
  const isShown = Children.toArray(shown).length > 0;

  return (
    <div role="status" className={isShown ? styles[look] : undefined}>
      {isShown && shown}
    </div>
  );
}
