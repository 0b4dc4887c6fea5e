import { type ReactNode, useEffect, useRef } from 'react';
import styles from './SubmittingFieldset.module.css';

/**
 * Fields of a dialog, which cannot be changed while they are sent: what is typed then would be lost with the dialog. When
 * nothing came of it, what had the focus has it again.
 */
export function SubmittingFieldset({
  isSending,
  children,
}: {
  isSending: boolean;
  children: ReactNode;
}) {
  const fields = useRef<HTMLFieldSetElement>(null);
  const focused = useRef<HTMLElement>(null);

  useEffect(() => {
    const { current: element } = fields;
    const enter = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement) focused.current = target;
    };
    const leave = () => {
      // What is disabled loses the focus too, but is to have it again.
      if (!element?.disabled) focused.current = null;
    };
    element?.addEventListener('focusin', enter);
    element?.addEventListener('focusout', leave);
    return () => {
      element?.removeEventListener('focusin', enter);
      element?.removeEventListener('focusout', leave);
    };
  }, []);

  useEffect(() => {
    if (!isSending) focused.current?.focus();
  }, [isSending]);

  return (
    <fieldset ref={fields} disabled={isSending} className={styles.fields}>
      {children}
    </fieldset>
  );
}
