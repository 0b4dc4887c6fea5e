import type { County } from '../../contract/entities/county';
import { useT } from '../i18n/I18nProvider';
import { useServices } from '../shared/services';
import { SelectField } from '../shared/TextFields';
import type { List } from '../shared/useList';
import { DraftField } from './DraftField';
import { fieldErrors } from './fieldErrors';
import { ListFailure } from '../shared/ListFailure';
import styles from './ReferralForm.module.css';
import type { ReferralFormControls } from './useReferralForm';

interface Props {
  form: ReferralFormControls;
  counties: List<County>;
}

/** The additional fields of a probation referral (spec section 2, "Referral form"). */
export function ProbationFields({ form, counties }: Props) {
  const t = useT();
  const { supportPhone } = useServices().settings;

  return (
    <fieldset className={styles.group}>
      <legend>{t('referralForm.probationTitle')}</legend>
      <div className={styles.rows}>
        <DraftField
          form={form}
          field="mediCal"
          label={t('referralForm.mediCal')}
          hint={
            supportPhone
              ? t('referralForm.mediCalNotePhone', { phone: supportPhone })
              : t('referralForm.mediCalNote')
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

function CountyField({ form, counties }: Props) {
  const t = useT();
  const { draft, invalidFields } = form.state;

  return (
    <div>
      <SelectField
        label={t('referralForm.county')}
        name="mediCal_county"
        value={draft.mediCal_county}
        onChange={(event) => form.change({ mediCal_county: event.currentTarget.value })}
        error={invalidFields.has('mediCal_county') ? t(fieldErrors.mediCal_county) : undefined}
      >
        <option value="">
          {t(counties.status === 'loading' ? 'referralForm.loading' : 'referralForm.chooseCounty')}
        </option>
        {counties.items.map((county) => (
          <option key={county.id} value={county.id}>
            {county.name}
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
