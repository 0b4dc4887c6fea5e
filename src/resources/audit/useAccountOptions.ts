import { useEffect, useState } from 'react';
import { useGetList } from 'react-admin';
import { ACCOUNT_SEARCH_MIN, PAGE_SIZE } from '../../../contract/constants';
import type { AccountRecord } from '../../dataProvider/accounts';
import type { StaffTextKey } from '../../i18n/textKeys';
import { RESOURCES } from '../../shared/routes';
import type { Option } from '../../shared/useSelectMenu';

/** Milliseconds without another key after which a search begins: each leaves an entry of its own. */
const PAUSE = 250;

/**
 * The accounts whose name or e-mail contains what is typed, to choose one of.
 * @returns the options, and what to say when there are none
 */
export function useAccountOptions(typed: string): {
  options: readonly Option[];
  emptyText: StaffTextKey | null;
} {
  const wanted = typed.trim();
  const [query, setQuery] = useState('');
  const isEnough = wanted.length >= ACCOUNT_SEARCH_MIN;

  useEffect(() => {
    if (!isEnough) return undefined;
    const timer = setTimeout(() => setQuery(wanted), PAUSE);
    return () => clearTimeout(timer);
  }, [wanted, isEnough]);

  const isCurrent = isEnough && query === wanted;
  const { data, isPending, isError } = useGetList<AccountRecord>(
    RESOURCES.accounts,
    { pagination: { page: 1, perPage: PAGE_SIZE.accountSearch }, filter: { query } },
    { enabled: isCurrent },
  );

  if (!isEnough) return { options: [], emptyText: null };
  if (!isCurrent || isPending) return { options: [], emptyText: 'auditTrail.loading' };
  if (isError) return { options: [], emptyText: 'accounts.loadFailed' };
  const options = data.map(({ id, fullname, username }) => ({
    value: id,
    label: `${fullname} (${username})`,
  }));
  return { options, emptyText: 'auditTrail.noAccount' };
}
