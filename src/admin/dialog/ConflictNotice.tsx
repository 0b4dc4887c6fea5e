import { useEffect, useRef } from 'react';
import { useStaffT } from '../../i18n/useStaffT';
import { Button } from '../../shared/Button';
import styles from './ConflictNotice.module.css';
import type { ConflictState } from './useConflict';

/** A field that someone else changed: its current value, and the value entered here, if any. */
export interface ConflictRow {
  readonly label: string;
  readonly now: string;
  readonly mine?: string | undefined;
}

interface Props {
  state: ConflictState;
  rows: readonly ConflictRow[];
  /** The text for a record that no longer exists. */
  gone: string;
  onReadAgain: () => void;
  /** The two choices; without them the dialog's own buttons are the choice. */
  onKeep?: () => void;
  onSave?: () => void;
}

/** Shows what someone else changed next to the input, for the person to decide. Takes the focus. */
export function ConflictNotice({ state, rows, gone, onReadAgain, onKeep, onSave }: Props) {
  const t = useStaffT();
  const note = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (state !== 'reading') note.current?.focus();
  }, [state]);

  if (state === 'gone') return <p>{gone}</p>;
  return (
    <div ref={note} tabIndex={-1} className={styles.note}>
      <p>{t('conflict.text')}</p>
      {state === 'reading' && <p>{t('conflict.reading')}</p>}
      {state === 'unread' && (
        <>
          <p>{t('conflict.unread')}</p>
          <Button variant="secondary" onClick={onReadAgain}>
            {t('app.tryAgain')}
          </Button>
        </>
      )}
      {state === 'known' && (
        <>
          {rows.length === 0 && <p>{t('conflict.other')}</p>}
          <dl className={styles.rows}>
            {rows.map(({ label, now, mine }) => (
              <div key={label} className={styles.row}>
                <dt>{label}</dt>
                <dd>
                  <span className={styles.whose}>{t('conflict.now')}</span>{' '}
                  <span className={styles.value}>{now || t('conflict.nothing')}</span>
                </dd>
                {mine !== undefined && (
                  <dd>
                    <span className={styles.whose}>{t('conflict.mine')}</span>{' '}
                    <span className={styles.value}>{mine || t('conflict.nothing')}</span>
                  </dd>
                )}
              </div>
            ))}
          </dl>
          {onKeep && onSave && (
            <div className={styles.actions}>
              <Button variant="secondary" onClick={onKeep}>
                {t('conflict.keep')}
              </Button>
              <Button onClick={onSave}>{t('conflict.save')}</Button>
            </div>
          )}
        </>
      )}
    </div>
  );
}
