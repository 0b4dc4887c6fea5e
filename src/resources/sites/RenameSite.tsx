import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useRefresh } from 'react-admin';
import { LENGTHS } from '../../../contract/constants';
import { SITE_REFUSALS } from '../../../contract/staffConstants';
import { hasVisibleText } from '../../../contract/fieldRules';
import { ConflictNotice, onEscape, useConflict, useEditVersion } from '../../admin';
import type { SiteRecord } from '../../dataProvider/sites';
import { useStaffT } from '../../i18n/useStaffT';
import { Button } from '../../ui/Button';
import { ProblemMessage } from '../../ui/Message';
import { RESOURCES } from '../../app/routes';
import { TextField } from '../../ui/Field';
import { RestoreSite } from './RestoreSite';
import styles from './SiteManager.module.css';
import type { Rename } from './useSiteManager';
import { SiteMutationError, useSiteMutation } from './useSiteMutation';

interface Props {
  readonly site: SiteRecord;
  readonly rename: Rename;
  readonly onChange: (changes: Partial<Rename>) => void;
  readonly onCancel: () => void;
  /** Called once the list has the new name. */
  readonly onDone: () => void;
}

/** The name of a site as a field in its row. Enter submits it, Escape cancels. */
export function RenameSite(props: Props) {
  const { site, rename, onChange, onCancel } = props;
  const { text, takesFocus } = rename;
  const t = useStaffT();
  const { submit, isMissing, isBusy, error, deletedName, conflict, record, saveMine } =
    useRenameSite(props);

  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!takesFocus) return;
    field.current?.focus();
    onChange({ takesFocus: false });
  }, [takesFocus, onChange]);

  const onKeyDown = onEscape(onCancel);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  return (
    <form noValidate autoComplete="off" className={styles.rename} onSubmit={onSubmit}>
      <TextField
        ref={field}
        name="newName"
        label={t('sites.newName', { name: site.name })}
        value={text}
        onChange={(event) => onChange({ text: event.target.value })}
        onKeyDown={onKeyDown}
        maxLength={LENGTHS.siteName}
        error={isMissing ? t('sites.nameRequired') : undefined}
      />
      <div className={styles.actions}>
        <Button type="submit" busy={isBusy} onKeyDown={onKeyDown}>
          {t('sites.submit')}
        </Button>
        <Button variant="secondary" onClick={onCancel} onKeyDown={onKeyDown}>
          {t('sites.cancel')}
        </Button>
      </div>
      {conflict.state ? (
        <ProblemMessage>
          <ConflictNotice
            state={conflict.state}
            rows={[{ label: t('sites.name'), now: record.name, mine: text }]}
            gone={t('sites.gone')}
            onReadAgain={conflict.readAgain}
            onKeep={onCancel}
            onSave={saveMine}
          />
        </ProblemMessage>
      ) : (
        <SiteMutationError error={error} />
      )}
      {deletedName !== undefined && (
        <RestoreSite key={deletedName} name={deletedName} onRestored={onCancel} />
      )}
    </form>
  );
}

/** Saves the new name of a site. After a failure the input stays. */
function useRenameSite({ site, rename, onCancel, onDone }: Props) {
  const refresh = useRefresh();
  const queries = useQueryClient();
  const [isFlagged, setFlagged] = useState(false);
  const [sentName, setSentName] = useState('');
  const name = rename.text.trim();
  const isEmpty = !hasVisibleText(name);

  const { record, base, setLatest, rebase } = useEditVersion(
    site,
    (each) => each.name,
    rename.base,
  );

  const { start, isBusy, error } = useSiteMutation<SiteRecord>({
    send: (provider, previousData) =>
      provider.update(RESOURCES.sites, { id: site.id, data: { name }, previousData }),
    done: 'sites.renamed',
    failed: 'sites.notRenamed',
    onDone: async () => {
      // Also whatever else shows the name, such as the referrals behind the dialog.
      refresh();
      // Waits for the sites; joins the request that `refresh` has sent.
      const queryKey = [RESOURCES.sites, 'getList'];
      await queries.refetchQueries({ queryKey }, { cancelRefetch: false });
      onDone();
    },
  });

  const conflict = useConflict<SiteRecord>({
    error,
    read: (provider) => provider.readSite(site),
    onRead: setLatest,
  });

  const send = (version: SiteRecord) => {
    setFlagged(isEmpty);
    if (isEmpty) return;
    conflict.setBase(version);
    setSentName(name);
    start(version);
  };
  const submit = () => {
    if (name === record.name) return onCancel();
    send(base);
  };

  return {
    submit,
    /** The latest version known of the site. */
    record,
    conflict,
    /** Saves the name over that of someone else. */
    saveMine: () => {
      rebase();
      send(record);
    },
    isMissing: isFlagged && isEmpty,
    isBusy,
    error,
    /** The name as sent, if it is that of a deleted site. */
    deletedName: error?.detail === SITE_REFUSALS.nameDeleted ? sentName : undefined,
  };
}
