import { type Control, useController } from 'react-hook-form';
import type { Site } from '../../contract/entities/site';
import { useT } from '../i18n/I18nProvider';
import { useFieldError } from '../shared/formRules';
import { ListFailure } from '../shared/ListFailure';
import { MultiSelect } from '../shared/MultiSelect';
import type { List } from '../shared/useList';
import type { RegisterFields } from './registerFields';

/** The sites the person works for; at least one is required. */
export function SitesField({
  control,
  sites,
}: {
  control: Control<RegisterFields>;
  sites: List<Site>;
}) {
  const t = useT();
  const fieldError = useFieldError();
  // After a reload of the list, a deleted site is neither shown among the chosen ones nor counted.
  const exists = (id: string) => sites.items.some((site) => site._id === id);
  const { field, fieldState } = useController({
    control,
    name: 'sites',
    rules: { validate: (chosen) => chosen.some(exists) || 'register.sitesRequired' },
  });

  return (
    <div>
      <MultiSelect
        label={t('register.sites')}
        name="sites"
        inputRef={field.ref}
        options={sites.items.map((site) => ({ value: site._id, label: site.name }))}
        chosen={field.value}
        onChange={field.onChange}
        placeholder={t('register.sitesPlaceholder')}
        emptyText={t(
          sites.status === 'loading' ? 'referralForm.loading' : 'referralForm.noSubstances',
        )}
        error={fieldError(fieldState.error)}
      />
      {sites.status === 'failed' && (
        <ListFailure text={t('referralForm.sitesFailed')} control="sites" onRetry={sites.reload} />
      )}
    </div>
  );
}
