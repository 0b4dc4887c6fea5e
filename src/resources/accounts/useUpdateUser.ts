import { useEffect } from 'react';
import { type FieldNamesMarkedBoolean, useForm, useWatch } from 'react-hook-form';
import {
  type ConflictRow,
  useConflict,
  useDialogMutation,
  useEditVersion,
  useRefetchList,
} from '../../admin';
import type { AccountChange, AccountRecord } from '../../dataProvider/accounts';
import { useStaffT } from '../../i18n/useStaffT';
import { RESOURCES } from '../../shared/routes';

const toValues = (account: AccountRecord): AccountChange => ({
  fullname: account.fullname,
  created_referrals_only: account.created_referrals_only ?? false,
  sites: account.schools,
});

/** Keeps what was entered, and what is known to be wrong with it. */
const KEEP_INPUT = {
  keepDirtyValues: true,
  keepErrors: true,
  keepIsSubmitted: true,
  keepSubmitCount: true,
} as const;

/**
 * The form of an account. Untouched fields follow what others save meanwhile, so that saving does not undo it; a change to a touched
 * one is a conflict.
 */
export function useUpdateUser(inList: AccountRecord, onClose: () => void) {
  const form = useForm<AccountChange>({ shouldFocusError: false, defaultValues: toValues(inList) });
  const { control, reset, formState } = form;
  const { dirtyFields } = formState;
  const { record, seen, learn, accept } = useEditVersion(inList, (account) =>
    toKey(pickTouched(toValues(account), dirtyFields)),
  );
  // Typed as partial, but the form begins with all values.
  const entered = useWatch({ control }) as AccountChange;
  const touched = pickTouched(entered, dirtyFields);
  const isChanged = toKey(touched) !== toKey(pickTouched(toValues(record), dirtyFields));

  // The list may have been read long ago: editing begins with what the account is now.
  useRefetchList(RESOURCES.accounts);
  useEffect(() => reset(toValues(record), KEEP_INPUT), [reset, record]);

  const mutation = useDialogMutation<{ data: AccountChange; previousData: AccountRecord }>({
    send: (provider, change) => provider.update(RESOURCES.accounts, { id: record.id, ...change }),
    done: 'updateUser.done',
    failed: 'updateUser.failed',
    onDone: onClose,
  });
  const conflict = useConflict<AccountRecord>({
    error: mutation.error,
    read: (provider) => provider.readAccount(record),
    learn,
  });

  /** Sends values as a change of a version that the person has seen. */
  const sendFor = (base: AccountRecord) => (values: AccountChange) => {
    conflict.begin(base);
    mutation.start({
      data: { ...values, fullname: values.fullname.trim() },
      previousData: { ...record, version: base.version },
    });
  };

  return {
    form,
    /** The newest version known. */
    record,
    /** Whether closing would lose input. */
    hasInput: isChanged,
    send: sendFor(seen),
    mutation,
    conflict,
    conflictRows: useConflictRows(conflict.before, record, touched),
    /** Discards the input for what someone else saved. */
    keepTheirs: () => {
      reset(toValues(record));
      accept();
      mutation.reset();
    },
    /** Saves the input over it. */
    saveMine: () => {
      accept();
      void form.handleSubmit(sendFor(record))();
    },
  };
}

function pickTouched(
  values: AccountChange,
  dirtyFields: Partial<Readonly<FieldNamesMarkedBoolean<AccountChange>>>,
): Partial<AccountChange> {
  const isTouched = ([field]: [string, unknown]) => field in dirtyFields;
  return Object.fromEntries(Object.entries(values).filter(isTouched));
}

/** Values as text, to compare them; sites are in no order. */
function toKey({ fullname, created_referrals_only, sites }: Partial<AccountChange>): string {
  const ids = sites?.map(({ id }) => id).toSorted();
  return JSON.stringify([fullname, created_referrals_only, ids]);
}

/** What someone else changed in an account, beside what was entered. */
function useConflictRows(
  before: AccountRecord | undefined,
  now: AccountRecord,
  entered: Partial<AccountChange>,
): ConflictRow[] {
  const t = useStaffT();
  const yesOrNo = (is: boolean | undefined) => t(is ? 'conflict.yes' : 'conflict.no');
  if (!before) return [];
  const isLimited = entered.created_referrals_only;
  const rows: (ConflictRow | false)[] = [
    before.fullname !== now.fullname && {
      label: t('updateUser.fullname'),
      now: now.fullname,
      mine: entered.fullname,
    },
    before.created_referrals_only !== now.created_referrals_only && {
      label: t('updateUser.createdReferralsOnly'),
      now: yesOrNo(now.created_referrals_only),
      mine: isLimited === undefined ? undefined : yesOrNo(isLimited),
    },
    namesOf(before.schools) !== namesOf(now.schools) && {
      label: t('conflict.sites'),
      now: namesOf(now.schools),
      mine: entered.sites && namesOf(entered.sites),
    },
    before.approved !== now.approved && {
      label: t('conflict.mayLogIn'),
      now: yesOrNo(now.approved),
    },
  ];
  return rows.filter((row) => row !== false);
}

const namesOf = (sites: AccountChange['sites']) =>
  sites
    .map(({ name }) => name)
    .toSorted((a, b) => a.localeCompare(b))
    .join(', ');
