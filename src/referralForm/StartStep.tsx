import {
  LENGTHS,
  SUBSTANCES,
  type SubstanceName,
  UNLISTED_SITE_NAME,
} from '../../contract/constants';
import type { Site } from '../../contract/entities/site';
import { useT } from '../i18n/I18nProvider';
import { useSiteName } from '../i18n/useSiteName';
import { TextField } from '../ui/Field';
import { MultiSelect } from '../ui/MultiSelect';
import { SingleSelect } from '../ui/SingleSelect';
import { type List, ListFailure } from '../ui/useList';
import { filterOptions, type Option } from '../ui/useSelectMenu';
import { isUnlisted } from './referralDraft';
import styles from './ReferralForm.module.css';
import type { DraftForm, ReferralFormControls } from './useReferralForm';

/** A form with notes also asks where an unlisted site is; that of a link says when its site is gone. */
type StartForm = DraftForm & Partial<Pick<ReferralFormControls, 'place' | 'isLinkGone'>>;

/** Step 1: the substances and the site. */
export function StartStep({ form, sites }: { form: StartForm; sites: List<Site> }) {
  const t = useT();
  const siteName = useSiteName();
  const { draft } = form.state;
  const isLoading = sites.status === 'loading';

  return (
    <div className={styles.rows}>
      <MultiSelect
        label={t('referralForm.substance')}
        name="substance"
        options={SUBSTANCES.map(({ name }) => ({ value: name, label: t(`substances.${name}`) }))}
        chosen={draft.substance}
        onChange={(names) => form.change({ substance: names as SubstanceName[] })}
        placeholder={t('referralForm.substancePlaceholder')}
        emptyText={t('referralForm.noSubstances')}
        error={form.errorOf('substance')}
      />
      <div>
        <SingleSelect
          label={t('referralForm.site')}
          name="site"
          hint={form.isLinkGone && !draft.site ? t('referralForm.linkGone') : undefined}
          options={sites.items.map(({ _id, name }) => ({
            value: _id,
            label: siteName(name),
            alias: name,
          }))}
          chosen={draft.site && { ...draft.site, label: siteName(draft.site.label) }}
          // The wire has the name that was entered.
          onChange={(site) =>
            form.change({ site: site && { value: site.value, label: site.alias ?? site.label } })
          }
          filter={filterSites}
          placeholder={t(isLoading ? 'referralForm.loading' : 'referralForm.sitePlaceholder')}
          emptyText={t(isLoading ? 'referralForm.loading' : 'referralForm.noSites')}
          error={form.errorOf('site')}
        />
        {sites.status === 'failed' && (
          <ListFailure text={t('referralForm.sitesFailed')} control="site" onRetry={sites.reload} />
        )}
      </div>
      {form.place && isUnlisted(draft) && (
        <TextField
          label={t('referralForm.place')}
          hint={t('referralForm.placeHint')}
          optional
          name="place"
          autoComplete="off"
          maxLength={LENGTHS.siteName}
          {...form.place}
        />
      )}
    </div>
  );
}

/**
 * The matching sites; if none match, 'Location Not Listed', if the backend has it (spec section 5). That is also the first of all,
 * whatever its name is in the language of the page: whoever reads the list sees it at once.
 */
export function filterSites(sites: readonly Option[], text: string): readonly Option[] {
  const unlisted = sites.filter((site) => site.alias === UNLISTED_SITE_NAME);
  const matching = filterOptions(sites, text);
  if (matching.length === 0) return unlisted;
  return text ? matching : [...new Set([...unlisted, ...sites])];
}
