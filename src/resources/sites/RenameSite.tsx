import type { FormEvent } from 'react';
import { LENGTHS } from '../../../contract/constants';
import type { SiteRecord } from '../../dataProvider/sites';
import { useStaffT } from '../../i18n/useStaffT';
import { Button } from '../../shared/Button';
import { TextField } from '../../shared/TextFields';
import { ProblemMessage } from '../../shared/Message';
import { ConflictNotice } from '../../admin/dialog/ConflictNotice';
import { ChangeProblem } from './ChangeProblem';
import { onEscape } from '../../admin/onEscape';
import styles from './SiteManager.module.css';
import { useRenameSite } from './useRenameSite';

interface Props {
  site: SiteRecord;
  /** As it was when its new name was begun. */
  seenFirst: SiteRecord;
  newName: string;
  onChange: (name: string) => void;
  /** Reads the list afresh. */
  reread: () => Promise<void>;
  onCancel: () => void;
  /** Called once the list has the new name. */
  onDone: () => void;
}

/** A site's name as a field in its row. Enter sends it, Escape gives it up. */
export function RenameSite(props: Props) {
  const { site, newName, onChange, onCancel } = props;
  const t = useStaffT();
  const { submit, isMissing, isBusy, error, conflict, record, saveMine } = useRenameSite(props);

  const onKeyDown = onEscape(onCancel);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  return (
    <form noValidate autoComplete="off" className={styles.rename} onSubmit={onSubmit}>
      <TextField
        data-focus="newName"
        name="newName"
        label={t('sites.newName', { name: site.name })}
        value={newName}
        onChange={(event) => onChange(event.target.value)}
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
            rows={[{ label: t('sites.name'), now: record.name, mine: newName }]}
            gone={t('sites.gone')}
            onReadAgain={conflict.readAgain}
            onKeep={onCancel}
            onSave={saveMine}
          />
        </ProblemMessage>
      ) : (
        <ChangeProblem error={error} />
      )}
    </form>
  );
}
