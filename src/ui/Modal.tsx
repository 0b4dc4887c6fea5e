import { useId, useLayoutEffect, useRef } from 'react';
import type { Elements } from '../app/elements';
import styles from './Modal.module.css';

/**
 * A modal dialog, open while rendered: the browser keeps the focus inside, closes it on Escape and restores the focus
 * afterwards.
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
  /** For a question that needs an answer soon. */
  role?: 'alertdialog';
  /** Id of the text that is read out together with the title. */
  describedBy?: string;
  children: Elements;
}) {
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);

  // A layout effect, as the browser does not restore the focus of a dialog that React has already removed.
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
export function ModalActions({ children }: { children: Elements }) {
  return <div className={styles.actions}>{children}</div>;
}
