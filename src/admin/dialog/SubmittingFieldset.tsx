import { type ReactNode, useEffect, useRef } from 'react';
import styles from './SubmittingFieldset.module.css';

/**
 * Disables inputs while they are being sent, as later input would be lost when the dialog closes. After a failure the focus returns
 * to the input that had it.
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
      // An element that is disabled loses the focus, but gets it back.
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
