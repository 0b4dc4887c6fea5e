import { EARLIEST_BIRTH_DATE, LENGTHS, type Sex, SEXES } from '../../contract/constants';
import type { County } from '../../contract/entities/county';
import { useT } from '../i18n/I18nProvider';
import { SelectField, TextAreaField } from '../shared/TextFields';
import type { List } from '../shared/useList';
import { fieldErrors } from './fieldErrors';
import { isProbation } from './referralDraft';
import { ProbationFields } from './ProbationFields';
import { DraftField } from './DraftField';
import styles from './ReferralForm.module.css';
import type { ReferralFormControls } from './useReferralForm';

interface Props {
  form: ReferralFormControls;
  counties: List<County>;
}

/** The length of the notes is shown from this many characters below the limit. */
const NEAR_LIMIT = 500;

/** Step 2: the person, and for a probation referral the probation details. No validation here (spec section 5). */
export function CompleteStep({ form, counties }: Props) {
  const t = useT();
  const { draft, invalidFields } = form.state;

  return (
    <div className={styles.rows}>
      <DraftField form={form} field="first_name" label={t('referralForm.firstName')} />
      <DraftField form={form} field="last_name" label={t('referralForm.lastName')} />
      <DraftField
        form={form}
        field="contact_number"
        type="tel"
        label={t('referralForm.contactNumber')}
        hint={t('referralForm.contactNumberHint')}
      />
      <SelectField
        label={t('referralForm.sex')}
        name="sex"
        value={draft.sex}
        onChange={(event) => form.change({ sex: event.currentTarget.value as Sex })}
        error={invalidFields.has('sex') ? t(fieldErrors.sex) : undefined}
      >
        {SEXES.map((sex) => (
          <option key={sex} value={sex}>
            {t(`sexes.${sex}`)}
          </option>
        ))}
      </SelectField>
      <DraftField
        form={form}
        field="dob"
        type="date"
        min={EARLIEST_BIRTH_DATE}
        label={t('referralForm.dob')}
      />
      {isProbation(draft) && <ProbationFields form={form} counties={counties} />}
      <div className={styles.wide}>
        <TextAreaField
          label={t('referralForm.notes')}
          optional
          name="notes"
          value={draft.notes}
          onChange={(event) => form.change({ notes: event.currentTarget.value })}
          error={invalidFields.has('notes') ? t(fieldErrors.notes) : undefined}
          hint={
            draft.notes.length > LENGTHS.notes - NEAR_LIMIT &&
            t('referralForm.notesLength', { length: draft.notes.length, max: LENGTHS.notes })
          }
        />
      </div>
    </div>
  );
}
