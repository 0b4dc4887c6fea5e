import { useGetList } from 'react-admin';
import { getRoleTraits } from '../../../contract/roles';
import type { AccountRecord, AccountSite } from '../../dataProvider/accounts';
import type { SiteRecord } from '../../dataProvider/sites';
import { useStaffT } from '../../i18n/useStaffT';
import { useInput } from '../../shared/form/Inputs';
import type { Validator } from '../../shared/form/validate';
import { ListFailure } from '../../shared/useList';
import { MultiSelect } from '../../shared/MultiSelect';
import { RESOURCES } from '../../shared/routes';
import { SingleSelect } from '../../shared/SingleSelect';

type Sites = readonly AccountSite[];

interface Props {
  account: AccountRecord;
}

/** The sites of an account, where its role has sites to choose. */
export function SitesInput({ account }: Props) {
  const { sites } = getRoleTraits(account.role);
  if (sites === 'chosen') return <ManySitesInput account={account} />;
  return sites === 'one' && <OneSiteInput account={account} />;
}

/** The sites of a manager, who may be left without any. */
function ManySitesInput({ account }: Props) {
  const t = useStaffT();
  const { field } = useInput<Sites>({ source: 'sites' });
  const chosen = field.value || [];
  const sites = useSites(account, chosen);
  return (
    <div>
      <MultiSelect
        label={t('updateUser.sites')}
        name="sites"
        inputRef={field.ref}
        optional
        hint={t(sites.isPending ? 'updateUser.loading' : 'updateUser.sitesHint')}
        options={sites.options}
        chosen={chosen.map(({ id }) => id)}
        onChange={(ids) => field.onChange(sites.pick(ids))}
        placeholder={t('register.sitesPlaceholder')}
        emptyText={t(sites.isPending ? 'updateUser.loading' : 'referralForm.noSubstances')}
      />
      {sites.isError && (
        <ListFailure
          text={t('sites.loadFailed')}
          control="sites"
          onRetry={() => void sites.refetch()}
        />
      )}
    </div>
  );
}

/** The one site of a referral; required unless it had none. */
function OneSiteInput({ account }: Props) {
  const t = useStaffT();
  const requiredIfAny: Validator<Sites> = (chosen) =>
    chosen.length === 0 && account.schools.length > 0 ? 'updateUser.siteRequired' : undefined;
  const { field, error } = useInput<Sites>({ source: 'sites', validate: requiredIfAny });
  const chosen = field.value || [];
  const sites = useSites(account, chosen);
  return (
    <div>
      <SingleSelect
        label={t('updateUser.site')}
        name="site"
        inputRef={field.ref}
        hint={sites.isPending && t('updateUser.loading')}
        options={sites.options}
        chosen={sites.options.find((option) => option.value === chosen[0]?.id) ?? null}
        onChange={(option) => field.onChange(option ? sites.pick([option.value]) : [])}
        placeholder={t('updateUser.sitePlaceholder')}
        emptyText={t(sites.isPending ? 'updateUser.loading' : 'referralForm.noSites')}
        error={error}
      />
      {sites.isError && (
        <ListFailure
          text={t('sites.loadFailed')}
          control="site"
          onRetry={() => void sites.refetch()}
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
  const byId = new Map<string, AccountSite>();
  for (const site of [...data, ...account.schools, ...chosen]) {
    if (!byId.has(site.id)) byId.set(site.id, site);
  }
  return {
    options: [...byId.values()].map(({ id, name }) => ({ value: id, label: name })),
    /** The sites of those options. */
    pick: (ids: readonly string[]): Sites =>
      ids.flatMap((id) => byId.get(id) ?? []).map(({ id, name }) => ({ id, name })),
    isPending,
    isError,
    refetch,
  };
}
