/** Edit conflicts (decision 17): a change is refused because someone else changed the record first; the person chooses one. */
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useDataProvider, useEvent } from 'react-admin';
import type { ApiError } from '../../api/ApiError';
import type { StaffDataProvider } from '../../dataProvider/dataProvider';
import type { StaffTextKey } from '../../i18n/textKeys';
import { useStaffT } from '../../i18n/useStaffT';
import { Button } from '../../ui/Button';
import styles from './ConflictNotice.module.css';

/** The status of a change whose version is outdated. */
const STALE = 412;

interface ConflictOptions<R> {
  /** The error of the last change. */
  error: ApiError | null;
  /** Reads the record again; null if it no longer exists. */
  read: (provider: StaffDataProvider) => Promise<R | null>;
  /** Called with the record that was read. */
  onRead: (record: R) => void;
}

/** The current record is being read, is known, no longer exists, or could not be read. */
export type ConflictState = 'reading' | 'known' | 'gone' | 'unread';

/**
 * Detects an edit conflict by the error of a change, and reads the current record, so that both versions can be shown.
 *
 * @example
 * const { record, base, setLatest } = useEditVersion(site, ({ name }) => name);
 * const conflict = useConflict<SiteRecord>({
 *   error: mutation.error,
 *   read: (provider) => provider.readSite(site),
 *   onRead: setLatest,
 * });
 * const send = () => {
 *   conflict.setBase(base);
 *   mutation.start(base);
 * };
 */
export function useConflict<R>({ error, read, onRead }: ConflictOptions<R>) {
  const provider = useDataProvider<StaffDataProvider>();
  const [base, setBase] = useState<R>();
  const { mutate, isSuccess, isError, data, reset } = useMutation({
    mutationFn: () => read(provider),
  });
  // `onSuccess` is not called once the dialog is closed.
  const readAgain = useEvent(() =>
    mutate(undefined, { onSuccess: (record) => record && onRead(record) }),
  );

  const stale = error?.status === STALE ? error : null;
  useEffect(() => {
    if (!stale) return undefined;
    readAgain();
    return reset;
  }, [stale, readAgain, reset]);

  let state: ConflictState = 'reading';
  if (isError) state = 'unread';
  else if (isSuccess) state = data ? 'known' : 'gone';
  return {
    /** Null without a conflict. */
    state: stale && state,
    /** The version that the refused change was based on. */
    base,
    /** Stores the version that a change is based on; call it when the change is sent. */
    setBase: (version: R) => setBase(() => version),
    readAgain,
  };
}

/** A field that someone else changed: its current value, and the value entered here, if any. */
export interface ConflictRow {
  readonly label: string;
  readonly now: string;
  readonly mine?: string | undefined;
}

interface ConflictNoticeProps {
  state: ConflictState;
  /** Whether the reader's own change, in another tab, is the other one. */
  isOwn?: boolean;
  rows: readonly ConflictRow[];
  /** The text for a record that no longer exists. */
  gone: string;
  onReadAgain: () => void;
  /** The two choices; without them, the dialog's own buttons offer the choice. */
  onKeep?: () => void;
  onSave?: () => void;
}

/**
 * Shows what someone else changed next to the input, for the person to decide. Takes the focus.
 *
 * @example
 * {conflict.state && (
 *   <ConflictNotice
 *     state={conflict.state}
 *     rows={[{ label: t('sites.name'), now: record.name, mine: text }]}
 *     gone={t('sites.gone')}
 *     onReadAgain={conflict.readAgain}
 *     onKeep={onCancel}
 *     onSave={saveMine}
 *   />
 * )}
 */
export function ConflictNotice({
  state,
  isOwn = false,
  rows,
  gone,
  onReadAgain,
  onKeep,
  onSave,
}: ConflictNoticeProps) {
  const t = useStaffT();
  const note = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (state !== 'reading') note.current?.focus();
  }, [state]);

  const value = (whose: StaffTextKey, text: string) => (
    <dd>
      <span className={styles.whose}>{t(whose)}</span>{' '}
      <bdi className={styles.value}>{text || t('conflict.nothing')}</bdi>
    </dd>
  );

  if (state === 'gone') return <p>{gone}</p>;
  return (
    <div ref={note} tabIndex={-1} className={styles.note}>
      <p>{t(isOwn ? 'conflict.ownText' : 'conflict.text')}</p>
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
                {value('conflict.now', now)}
                {mine !== undefined && value('conflict.mine', mine)}
              </div>
            ))}
          </dl>
          {onKeep && onSave && (
            <div className={styles.actions}>
              <Button onClick={onSave}>{t('conflict.save')}</Button>
              <Button variant="secondary" onClick={onKeep}>
                {t('conflict.keep')}
              </Button>
            </div>
          )}
        </>
      )}
    </div>
  );
}
