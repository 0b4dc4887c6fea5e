import { useState } from 'react';
import { getRoleTraits } from '../../../../contract/roles';
import type { AccountChange, AccountRecord, AccountSite } from '../../../dataProvider/accounts';
import { useRefetchList } from '../../../admin/dialog/useRefetchList';
import { useConflict } from '../../../admin/dialog/useConflict';
import { useEditVersion } from '../../../admin/dialog/useEditVersion';
import { useDialogMutation } from '../../../admin/dialog/useDialogMutation';

/** What must not be left empty, by the name of its field. */
type RequiredField = 'fullname' | 'site';

/**
 * An account while it is changed. Only what was touched is kept here: the other fields follow what others save meanwhile,
 * so that saving does not undo it.
 */
export function useUpdateUser(inList: AccountRecord, onClose: () => void) {
  const [changes, setChanges] = useState<Partial<AccountChange>>({});
  const { record, seen, learn, accept } = useEditVersion(inList, (each) => fieldsOf(each, changes));
  const before = valuesOf(record);
  const [isFlagged, setFlagged] = useState(false);
  const values = { ...before, ...changes };

  // The list may have been read long ago: who opens the dialog begins with what the account is now.
  useRefetchList('accounts');

  const write = useDialogMutation<{ data: AccountChange; previousData: AccountRecord }>({
    send: (provider, change) => provider.update('accounts', { id: record.id, ...change }),
    done: 'updateUser.done',
    failed: 'updateUser.failed',
    onDone: onClose,
  });

  const conflict = useConflict<AccountRecord>({
    error: write.error,
    read: (provider) => provider.readAccount(record),
    learn,
  });
  const isChanged =
    values.fullname !== before.fullname ||
    values.created_referrals_only !== before.created_referrals_only ||
    !areSame(values.sites, before.sites);

  const missing = missingFields(record, values);
  /** Sends it, as a change of what the person has seen; answers the first field that must be filled in before. */
  const send = ({ version }: AccountRecord): RequiredField | undefined => {
    setFlagged(true);
    if (missing.length > 0) return missing[0];
    conflict.begin(seen);
    const data = { ...values, fullname: values.fullname.trim() };
    write.start({ data, previousData: { ...record, version } });
    return undefined;
  };

  return {
    /** The account, as new as is known. */
    record,
    values,
    /** What was touched, and with what. */
    changes,
    change: (change: Partial<AccountChange>) => setChanges((now) => ({ ...now, ...change })),
    /** What is missing, once it was to be sent. */
    flagged: isFlagged ? missing : [],
    /** Something would be lost by closing now. */
    hasInput: isChanged && !write.isBusy && !write.isDone,
    submit: () => send(seen),
    conflict,
    /** Leaves what someone else saved. */
    keepTheirs: () => {
      setChanges({});
      accept();
      write.reset();
    },
    /** Saves what was entered here over it. */
    saveMine: () => {
      accept();
      send(record);
    },
    write,
  };
}

export type UpdateUser = ReturnType<typeof useUpdateUser>;

function valuesOf({ fullname, created_referrals_only, schools }: AccountRecord): AccountChange {
  return { fullname, created_referrals_only, sites: schools };
}

/** What an account has in some of the fields of the form, to tell whether they changed. */
function fieldsOf(account: AccountRecord, touched: Partial<AccountChange>): string {
  const { sites, ...others } = valuesOf(account);
  const ids = sites.map(({ id }) => id).toSorted();
  const has = Object.entries({ ...others, sites: ids });
  return JSON.stringify(has.filter(([field]) => field in touched));
}

/** A name always; the one site of a referral only where it has been taken away here. */
function missingFields(
  { role, schools }: AccountRecord,
  { fullname, sites }: AccountChange,
): readonly RequiredField[] {
  const lostSite = getRoleTraits(role).sites === 'one' && schools.length > 0 && sites.length === 0;
  return [
    ...(fullname.trim() === '' ? (['fullname'] as const) : []),
    ...(lostSite ? (['site'] as const) : []),
  ];
}

function areSame(some: readonly AccountSite[], others: readonly AccountSite[]): boolean {
  const ids = new Set(others.map(({ id }) => id));
  return some.length === others.length && some.every(({ id }) => ids.has(id));
}
