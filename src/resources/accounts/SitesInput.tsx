import { useGetList } from 'react-admin';
import { getRoleTraits } from '../../../contract/roles';
import type { AccountRecord, AccountSite } from '../../dataProvider/accounts';
import type { SiteRecord } from '../../dataProvider/sites';
import { useStaffSiteName } from '../../i18n/useStaffSiteName';
import { useStaffT } from '../../i18n/useStaffT';
import { useInput } from '../../ui/form/Inputs';
import type { Validator } from '../../ui/form/validate';
import { ListFailure } from '../../ui/useList';
import { MultiSelect } from '../../ui/MultiSelect';
import { RESOURCES } from '../../app/routes';
import { SingleSelect } from '../../ui/SingleSelect';

type Sites = readonly AccountSite[];

/** The sites of an account, where its role has sites to choose. */
export function SitesInput({ account }: { account: AccountRecord }) {
  const { sites } = getRoleTraits(account.role);
  if (sites !== 'chosen' && sites !== 'one') return null;
  return <ChosenSitesInput account={account} isOne={sites === 'one'} />;
}

/** A manager may be left without any; a referral has one site, required unless it had none. */
function ChosenSitesInput({ account, isOne }: { account: AccountRecord; isOne: boolean }) {
  const t = useStaffT();
  const requiredIfAny: Validator<Sites> = (sites) =>
    isOne && sites.length === 0 && account.schools.length > 0
      ? 'updateUser.siteRequired'
      : undefined;
  const { field, error } = useInput<Sites>({ source: 'sites', validate: requiredIfAny });
  const chosen = field.value || [];
  const { options, pick, isPending, isError, refetch } = useSites(account, chosen);
  return (
    <div>
      {isOne ? (
        <SingleSelect
          label={t('updateUser.site')}
          name="site"
          inputRef={field.ref}
          hint={isPending && t('updateUser.loading')}
          options={options}
          chosen={options.find((option) => option.value === chosen[0]?.id) ?? null}
          onChange={(option) => field.onChange(option ? pick([option.value]) : [])}
          placeholder={t('updateUser.sitePlaceholder')}
          emptyText={t(isPending ? 'updateUser.loading' : 'referralForm.noSites')}
          error={error}
        />
      ) : (
        <MultiSelect
          label={t('updateUser.sites')}
          name="sites"
          inputRef={field.ref}
          optional
          hint={t(isPending ? 'updateUser.loading' : 'updateUser.sitesHint')}
          options={options}
          chosen={chosen.map(({ id }) => id)}
          onChange={(ids) => field.onChange(pick(ids))}
          placeholder={t('register.sitesPlaceholder')}
          emptyText={t(isPending ? 'updateUser.loading' : 'referralForm.noSubstances')}
        />
      )}
      {isError && (
        <ListFailure
          text={t('sites.loadFailed')}
          control={isOne ? 'site' : 'sites'}
          onRetry={() => void refetch()}
        />
      )}
    </div>
  );
}

/**
 * The sites to choose from: all, those of the account, and those chosen before. A site may have been deleted since, or the list may
 * not be loaded: saving a name must not remove it.
 */
function useSites(account: AccountRecord, chosen: Sites) {
  const { data = [], isPending, isError, refetch } = useGetList<SiteRecord>(RESOURCES.sites);
  const siteName = useStaffSiteName();
  const byId = new Map<string, AccountSite & { readonly deleted?: boolean }>();
  for (const site of [...data, ...account.schools, ...chosen]) {
    if (!byId.has(site.id)) byId.set(site.id, site);
  }
  return {
    options: [...byId.values()].map((site) => ({
      value: site.id,
      label: siteName(site),
      alias: site.name,
    })),
    /** The sites of those options. */
    pick: (ids: readonly string[]): Sites =>
      ids.flatMap((id) => byId.get(id) ?? []).map(({ id, name }) => ({ id, name })),
    isPending,
    isError,
    refetch,
  };
}
