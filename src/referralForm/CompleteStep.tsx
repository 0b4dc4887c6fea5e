import { Fragment, type ReactElement } from 'react';
import { EARLIEST_BIRTH_DATE, LENGTHS, type Sex, SEXES } from '../../contract/constants';
import type { County } from '../../contract/entities/county';
import { useT } from '../i18n/I18nProvider';
import { useSiteName } from '../i18n/useSiteName';
import { SelectField, TextAreaField, TextField } from '../ui/Field';
import { WithPhone } from '../ui/PhoneLink';
import { useServices } from '../app/services';
import { type List, ListFailure } from '../ui/useList';
import { ReachFields } from './ReachFields';
import { isProbation, type ReferralDraft, type ReferralField } from './referralDraft';
import styles from './ReferralForm.module.css';
import type { DraftForm, ReferralFormControls } from './useReferralForm';

interface Props {
  form: ReferralFormControls;
  counties: List<County>;
}

interface DraftProps {
  form: DraftForm;
  counties: List<County>;
}

/** The length of the notes is shown from this many characters below the limit. */
const NEAR_LIMIT = 500;

/** Step 2: the person, and for a probation referral the probation details. No validation here (spec section 5). */
export function CompleteStep({ form, counties }: Props) {
  const t = useT();
  const siteName = useSiteName();
  const { draft } = form.state;

  return (
    <div className={styles.rows}>
      <dl className={styles.chosen}>
        <dt>{t('referralForm.substance')}</dt>
        <dd>
          {draft.substance.map((name, at) => (
            <Fragment key={name}>
              {at > 0 && <span> </span>}
              {/* With its comma, which would stand alone on a line where the name is as long as that. */}
              <span className={styles.unbroken}>
                <span>{t(`substances.${name}`)}</span>
                {at < draft.substance.length - 1 && <span>,</span>}
              </span>
            </Fragment>
          ))}
        </dd>
        <dt>{t('referralForm.site')}</dt>
        <dd>
          <bdi>{draft.site && siteName(draft.site.label)}</bdi>
        </dd>
      </dl>
      <PersonFields form={form} counties={counties} />
      <div className={styles.wide}>
        <TextAreaField
          label={t('referralForm.notes')}
          optional
          name="notes"
          value={draft.notes}
          onChange={(event) => form.change({ notes: event.currentTarget.value })}
          error={form.errorOf('notes')}
          hint={
            draft.notes.length > LENGTHS.notes - NEAR_LIMIT &&
            t('referralForm.notesLength', { length: draft.notes.length, max: LENGTHS.notes })
          }
        />
      </div>
      <ReachFields form={form} />
    </div>
  );
}

/** The fields of step 2 that a correction may change: all but the notes. */
export function CorrectedFields({ form, counties }: DraftProps) {
  return (
    <>
      <PersonFields form={form} counties={counties} />
      <ReachFields form={form} />
    </>
  );
}

/** The fields of the person and, for a probation referral, the probation details. */
function PersonFields({ form, counties }: DraftProps) {
  const t = useT();
  const { draft } = form.state;
  return (
    <>
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
        error={form.errorOf('sex')}
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
    </>
  );
}

/** The additional fields of a probation referral (spec section 2, "Referral form"). */
function ProbationFields({ form, counties }: DraftProps) {
  const t = useT();
  const { supportPhone, supportPhoneHref } = useServices().settings;

  return (
    <fieldset className={styles.group}>
      <legend>{t('referralForm.probationTitle')}</legend>
      <div className={styles.rows}>
        <DraftField
          form={form}
          field="mediCal"
          label={t('referralForm.mediCal')}
          hint={
            supportPhone ? (
              <WithPhone
                text={t('referralForm.mediCalNotePhone', { phone: supportPhone })}
                phone={supportPhone}
                href={supportPhoneHref}
              />
            ) : (
              t('referralForm.mediCalNote')
            )
          }
        />
        <CountyField form={form} counties={counties} />
        <DraftField form={form} field="probation_name" label={t('referralForm.officerName')} />
        <DraftField
          form={form}
          field="probation_phone"
          type="tel"
          label={t('referralForm.officerPhone')}
        />
        <DraftField
          form={form}
          field="probation_email"
          type="email"
          label={t('referralForm.officerEmail')}
        />
      </div>
    </fieldset>
  );
}

function CountyField({ form, counties }: DraftProps) {
  const t = useT();

  return (
    <div>
      <SelectField
        label={t('referralForm.county')}
        name="mediCal_county"
        value={form.state.draft.mediCal_county}
        onChange={(event) => form.change({ mediCal_county: event.currentTarget.value })}
        error={form.errorOf('mediCal_county')}
      >
        <option value="">
          {t(counties.status === 'loading' ? 'referralForm.loading' : 'referralForm.chooseCounty')}
        </option>
        {counties.items.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      {counties.status === 'failed' && (
        <ListFailure
          text={t('referralForm.countiesFailed')}
          control="mediCal_county"
          onRetry={counties.reload}
        />
      )}
    </div>
  );
}

/** The fields that are a line of text. */
type LineField = {
  [Field in ReferralField]: ReferralDraft[Field] extends string ? Field : never;
}[ReferralField];

interface DraftFieldProps {
  form: DraftForm;
  field: LineField;
  label: string;
  type?: 'tel' | 'email' | 'date';
  hint?: string | false | ReactElement;
  min?: string;
}

/** A line of text. Autocomplete is off, as the data is about someone else. */
function DraftField({ form, field, ...rest }: DraftFieldProps) {
  return (
    <TextField
      {...rest}
      name={field}
      autoComplete="off"
      value={form.state.draft[field]}
      onChange={(event) => form.change({ [field]: event.currentTarget.value })}
      error={form.errorOf(field)}
    />
  );
}
