import { Children, type ReactNode, type Ref, useDeferredValue } from 'react';
import styles from './Message.module.css';

/**
 * An error with its remedy. Screen readers announce it at once; it can take the focus.
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
 * A success message or a note. The live region is rendered before its text, as screen readers only announce changes.
 * @param variant `success` for a completed action, `note` for information
 */
export function StatusMessage({
  variant = 'success',
  children,
}: {
  variant?: 'success' | 'note';
  children: ReactNode;
}) {
  const shown = useDeferredValue(children, null);
  const isShown = Children.toArray(shown).length > 0;

  return (
    <div role="status" className={isShown ? styles[variant] : undefined}>
      {isShown && shown}
    </div>
  );
}
