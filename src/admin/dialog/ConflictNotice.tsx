import { useEffect, useRef } from 'react';
import { useStaffT } from '../../i18n/useStaffT';
import { Button } from '../../shared/Button';
import styles from './ConflictNotice.module.css';
import type { ConflictState } from './useConflict';

/** One thing someone else changed: what it is now, and what was entered here instead, if anything was. */
export interface ConflictRow {
  readonly label: string;
  readonly now: string;
  readonly mine?: string | undefined;
}

interface Props {
  state: ConflictState;
  rows: readonly ConflictRow[];
  /** What stands there once the record is gone. */
  gone: string;
  onReadAgain: () => void;
  /** The two ways on; without them the dialog's own buttons are. */
  onKeep?: () => void;
  onSave?: () => void;
}

/**
 * Says that someone else was faster, what they changed, and what was entered here; the person decides. It takes the focus, as
 * nothing goes on without them.
 */
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
