import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import styles from './Modal.module.css';

/**
 * A dialog over the page: the browser keeps the focus inside, closes it on Escape and gives the focus back afterwards.
 * Show it by drawing it.
 */
export function Modal({
  title,
  onClose,
  role,
  describedBy,
  children,
}: {
  title: string;
  onClose: () => void;
  /** For what must be answered soon. */
  role?: 'alertdialog';
  /** The id of the text that is read out together with the title. */
  describedBy?: string;
  children: ReactNode;
}) {
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);

  // In time: closed only after React has taken it away, the browser would not give the focus back.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);

  return (
    <dialog
      ref={dialog}
      role={role}
      aria-labelledby={titleId}
      aria-describedby={describedBy}
      className={styles.modal}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <h2 id={titleId} className={styles.title}>
        {title}
      </h2>
      {children}
    </dialog>
  );
}

/** The row of buttons at the end of a dialog. */
export function ModalActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
