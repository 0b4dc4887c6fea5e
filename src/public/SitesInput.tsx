import type { Site } from '../../contract/entities/site';
import { useT } from '../i18n/I18nProvider';
import { AutocompleteArrayInput } from '../shared/form/Inputs';
import { ListFailure } from '../shared/ListFailure';
import type { List } from '../shared/useList';

/** The sites the person works for; at least one is required. */
export function SitesInput({ sites }: { sites: List<Site> }) {
  const t = useT();
  // After a reload of the list, a deleted site is neither shown among the chosen ones nor counted.
  const exists = (id: string) => sites.items.some((site) => site._id === id);

  return (
    <div>
      <AutocompleteArrayInput
        source="schools"
        label={t('register.sites')}
        choices={sites.items.map((site) => ({ id: site._id, name: site.name }))}
        placeholder={t('register.sitesPlaceholder')}
        noOptionsText={t(
          sites.status === 'loading' ? 'referralForm.loading' : 'referralForm.noSubstances',
        )}
        isRequired
        validate={(chosen) => (chosen.some(exists) ? undefined : 'register.sitesRequired')}
      />
      {sites.status === 'failed' && (
        <ListFailure
          text={t('referralForm.sitesFailed')}
          control="schools"
          onRetry={sites.reload}
        />
      )}
    </div>
  );
}
