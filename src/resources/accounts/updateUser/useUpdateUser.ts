import { useState } from 'react';
import type { AccountChange, AccountRecord, AccountSite } from '../../../dataProvider/accounts';
import { useFreshList } from '../../../staff/useFreshList';
import { useWrite } from '../../../staff/useWrite';

/** What must not be left empty, by the name of its field. */
type RequiredField = 'fullname' | 'site';

/**
 * An account while it is changed. Only what was touched is kept here: the other fields follow what others save meanwhile,
 * so that saving does not undo it.
 */
export function useUpdateUser(account: AccountRecord, onClose: () => void) {
  const { fullname, created_referrals_only } = account;
  const before: AccountChange = { fullname, created_referrals_only, sites: account.schools };
  const [changes, setChanges] = useState<Partial<AccountChange>>({});
  const [isFlagged, setFlagged] = useState(false);
  const values = { ...before, ...changes };

  // The list may have been read long ago: who opens the dialog begins with what the account is now.
  useFreshList('accounts');

  const write = useWrite<AccountChange>({
    send: (provider, data) =>
      provider.update('accounts', { id: account.id, data, previousData: account }),
    done: 'updateUser.done',
    failed: 'updateUser.failed',
    onDone: onClose,
  });

  const isChanged =
    values.fullname !== before.fullname ||
    values.created_referrals_only !== before.created_referrals_only ||
    !areSame(values.sites, before.sites);

  const missing = missingFields(account, values);
  return {
    values,
    change: (change: Partial<AccountChange>) => setChanges((now) => ({ ...now, ...change })),
    /** What is missing, once it was to be sent. */
    flagged: isFlagged ? missing : [],
    /** Something would be lost by closing now. */
    hasInput: isChanged && !write.isBusy && !write.isDone,
    /** Sends it; answers the first field that must be filled in before. */
    submit: (): RequiredField | undefined => {
      setFlagged(true);
      if (missing.length === 0) write.start({ ...values, fullname: values.fullname.trim() });
      return missing[0];
    },
    write,
  };
}

export type UpdateUser = ReturnType<typeof useUpdateUser>;

/** A name always; the one site of a referral only where it has been taken away here. */
function missingFields(
  { role, schools }: AccountRecord,
  { fullname, sites }: AccountChange,
): readonly RequiredField[] {
  const lostSite = role === 'REFERRAL' && schools.length > 0 && sites.length === 0;
  return [
    ...(fullname.trim() === '' ? (['fullname'] as const) : []),
    ...(lostSite ? (['site'] as const) : []),
  ];
}

function areSame(some: readonly AccountSite[], others: readonly AccountSite[]): boolean {
  const ids = new Set(others.map(({ id }) => id));
  return some.length === others.length && some.every(({ id }) => ids.has(id));
}
