import type { FormEvent } from 'react';
import { LENGTHS } from '../../../contract/constants';
import { useStaffT } from '../../i18n/useStaffT';
import { Button } from '../../shared/Button';
import { TextField } from '../../shared/TextFields';
import { MutationStatus } from '../../admin/dialog/MutationStatus';
import { DETAILS, FIELDS } from './siteRefusals';
import styles from './SiteManager.module.css';
import type { AddSite } from './useAddSite';

/** Adds a site (spec section 2, "Add Site modal"). */
export function AddSiteForm({ add }: { add: AddSite }) {
  const t = useStaffT();
  const { name, change, field, isMissing, submit, write } = add;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  return (
    <div className={styles.addPart}>
      <form noValidate autoComplete="off" className={styles.add} onSubmit={onSubmit}>
        <TextField
          ref={field}
          name="name"
          label={t('sites.name')}
          value={name}
          onChange={(event) => change(event.target.value)}
          maxLength={LENGTHS.siteName}
          error={isMissing ? t('sites.nameRequired') : undefined}
        />
        <Button type="submit" busy={write.isBusy}>
          {t('sites.add')}
        </Button>
      </form>
      <MutationStatus
        write={write}
        onTryAgain={submit}
        details={DETAILS}
        fields={FIELDS}
        saysDetail
        isAdding
      />
    </div>
  );
}
