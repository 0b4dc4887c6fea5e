import { useEffect, useRef } from 'react';
import { useStaffT } from '../../i18n/useStaffT';
import { Button } from '../../shared/Button';
import styles from './Dialog.module.css';

/** Replaces a dialog's actions to ask whether the input may be discarded. */
export function DiscardQuestion({
  onDiscard,
  onKeep,
}: {
  onDiscard: () => void;
  onKeep: () => void;
}) {
  const t = useStaffT();
  const keepButton = useRef<HTMLButtonElement>(null);
  useEffect(() => keepButton.current?.focus(), []);

  return (
    <>
      <p role="alert" className={styles.question}>
        {t('dialog.discardQuestion')}
      </p>
      <Button variant="secondary" onClick={onDiscard}>
        {t('dialog.discard')}
      </Button>
      <Button ref={keepButton} onClick={onKeep}>
        {t('dialog.keep')}
      </Button>
    </>
  );
}
