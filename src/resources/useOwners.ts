import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import { RESOURCES } from '../app/routes';
import { useSession } from '../app/services';
import type { StaffDataProvider } from '../dataProvider/dataProvider';
import { formatNumber } from '../i18n/format';
import { useLanguage } from '../i18n/I18nProvider';
import { useStaffT } from '../i18n/useStaffT';
import { labelAccounts } from './accountLabels';
import { isOwnAccount } from './ownAccount';

/** The accounts that can own a referral, by name, and the one of them that is signed in; empty until loaded. */
export function useOwners(isEnabled: boolean) {
  const provider = useDataProvider<StaffDataProvider>();
  const { user } = useSession();
  const { data, error, refetch } = useQuery({
    queryKey: [RESOURCES.referrals, 'listOwners'],
    queryFn: async ({ signal }) => {
      const found = (await provider.listOwners({ signal }))?.data ?? [];
      const owners = found.map(({ _id, ...others }) => ({ id: _id, ...others }));
      const labels = labelAccounts(owners);
      return owners.map((owner) => ({ ...owner, label: labels.get(owner.id) ?? owner.fullname }));
    },
    enabled: isEnabled,
  });
  const owners = data ?? [];
  const own = owners.filter((owner) => isOwnAccount(user, owner));
  // Where the session knows only the person's name, of two people with it neither is marked.
  return { owners, me: own.length === 1 ? own[0] : undefined, error, refetch };
}

/** Returns a function that says how many open referrals an owner has; undefined where the server does not tell. */
export function useOpenText(): (owner: {
  readonly open?: number | undefined;
}) => string | undefined {
  const t = useStaffT();
  const { language } = useLanguage();
  return ({ open }) =>
    open === undefined
      ? undefined
      : t('owners.open', { smart_count: open, count: formatNumber(open, language) });
}
