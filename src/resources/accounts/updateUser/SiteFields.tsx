import type { AccountRecord, AccountSite } from '../../../dataProvider/accounts';
import { useStaffT } from '../../../i18n/useStaffT';
import { ListFailure } from '../../../shared/ListFailure';
import { MultiSelect } from '../../../shared/MultiSelect';
import { SingleSelect } from '../../../shared/SingleSelect';
import { useSiteOptions } from './useSiteOptions';

interface Props {
  account: AccountRecord;
  chosen: readonly AccountSite[];
  onChange: (sites: readonly AccountSite[]) => void;
}

/** The sites of a manager, who may be left without any. */
export function ManagerSites({ account, chosen, onChange }: Props) {
  const t = useStaffT();
  const sites = useSiteOptions(account, chosen);
  return (
    <div>
      <MultiSelect
        label={t('updateUser.sites')}
        name="sites"
        optional
        hint={t(sites.isLoading ? 'updateUser.loading' : 'updateUser.sitesHint')}
        options={sites.options}
        chosen={chosen.map(({ id }) => id)}
        onChange={(ids) => onChange(sites.pick(ids))}
        placeholder={t('register.sitesPlaceholder')}
        emptyText={t(sites.isLoading ? 'updateUser.loading' : 'referralForm.noSubstances')}
      />
      <SitesFailure sites={sites} control="sites" />
    </div>
  );
}

/** The one site of a referral. */
export function ReferralSite({ flag, ...props }: Props & { flag: string | undefined }) {
  const { account, chosen, onChange } = props;
  const t = useStaffT();
  const sites = useSiteOptions(account, chosen);
  const [first] = chosen;
  return (
    <div>
      <SingleSelect
        label={t('updateUser.site')}
        name="site"
        hint={sites.isLoading && t('updateUser.loading')}
        options={sites.options}
        chosen={sites.options.find((option) => option.value === first?.id) ?? null}
        onChange={(option) => onChange(option ? sites.pick([option.value]) : [])}
        placeholder={t('updateUser.sitePlaceholder')}
        emptyText={t(sites.isLoading ? 'updateUser.loading' : 'referralForm.noSites')}
        error={flag}
      />
      <SitesFailure sites={sites} control="site" />
    </div>
  );
}

function SitesFailure({
  sites,
  control,
}: {
  sites: ReturnType<typeof useSiteOptions>;
  control: string;
}) {
  const t = useStaffT();
  if (!sites.isFailed) return null;
  return <ListFailure text={t('sites.loadFailed')} control={control} onRetry={sites.tryAgain} />;
}
