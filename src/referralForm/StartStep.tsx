import type { Site } from '../../contract/entities/site';
import { SUBSTANCES, type SubstanceName } from '../../contract/constants';
import { useT } from '../i18n/I18nProvider';
import { MultiSelect } from '../shared/MultiSelect';
import { SingleSelect } from '../shared/SingleSelect';
import type { List } from '../shared/useList';
import { filterSites } from './filterSites';
import { fieldErrors } from './fieldErrors';
import { ListFailure } from '../shared/ListFailure';
import styles from './ReferralForm.module.css';
import type { ReferralFormControls } from './useReferralForm';

/** Step 1: the substances and the site. */
export function StartStep({ form, sites }: { form: ReferralFormControls; sites: List<Site> }) {
  const t = useT();
  const { draft, invalidFields } = form.state;
  const substances = SUBSTANCES.map(({ name }) => ({
    value: name,
    label: t(`substances.${name}`),
  }));

  return (
    <div className={styles.rows}>
      <MultiSelect
        label={t('referralForm.substance')}
        name="substance"
        options={substances}
        chosen={draft.substance}
        onChange={(names) => form.change({ substance: names as SubstanceName[] })}
        placeholder={t('referralForm.substancePlaceholder')}
        emptyText={t('referralForm.noSubstances')}
        error={invalidFields.has('substance') ? t(fieldErrors.substance) : undefined}
      />
      <div>
        <SingleSelect
          label={t('referralForm.site')}
          name="site"
          options={sites.items.map((site) => ({ value: site._id, label: site.name }))}
          chosen={draft.site}
          onChange={(site) => form.change({ site })}
          filter={filterSites}
          placeholder={
            sites.status === 'loading'
              ? t('referralForm.loading')
              : t('referralForm.sitePlaceholder')
          }
          emptyText={
            sites.status === 'loading' ? t('referralForm.loading') : t('referralForm.noSites')
          }
          error={invalidFields.has('site') ? t(fieldErrors.site) : undefined}
        />
        {sites.status === 'failed' && (
          <ListFailure text={t('referralForm.sitesFailed')} control="site" onRetry={sites.reload} />
        )}
      </div>
    </div>
  );
}
