import { useState } from 'react';
import { useStoreContext } from 'react-admin';
import { LENGTHS } from '../../../../contract/constants';
import type { ReferralRecord } from '../../../dataProvider/referrals';
import { useRefetchList } from '../../../admin/dialog/useRefetchList';
import { useConflict } from '../../../admin/dialog/useConflict';
import { useEditVersion } from '../../../admin/dialog/useEditVersion';
import { useDialogMutation } from '../../../admin/dialog/useDialogMutation';
import { RESOURCES } from '../../../shared/routes';
import { fieldsOf, type StatusValues } from './statusValues';

/** What was entered in vain, and the referral as it was seen then. */
interface Unsaved {
  readonly changes: Partial<StatusValues>;
  readonly seen: ReferralRecord;
}

/**
 * Status, notes and referrer of a referral while a super user edits them (spec section 6). What was not touched follows the
 * referral as it is fetched afresh, so that saving does not undo what someone else did meanwhile. After a success the list
 * is fetched afresh and the dialog closes (spec section 4, "Form"); after a failure what was typed stays, in memory also when
 * the dialog was closed meanwhile.
 */
export function useStatusForm(inList: ReferralRecord, onClose: () => void) {
  const store = useStoreContext();
  const kept = `unsaved.${inList.id}`;
  const [unsaved] = useState(() => store.getItem<Unsaved>(kept));
  const [changes, setChanges] = useState<Partial<StatusValues>>(unsaved?.changes ?? {});
  const { record, seen, learn, accept } = useEditVersion(
    inList,
    (each) => fieldsOf(each, changes),
    unsaved?.seen,
  );
  const before: StatusValues = {
    status: record.status,
    notes: record.notes ?? '',
    referred_by: null,
  };
  const values = { ...before, ...changes };

  // The list may have been read long ago: who opens the dialog begins with what the referral is now.
  useRefetchList(RESOURCES.referrals);

  const write = useDialogMutation<{ data: StatusValues; previousData: ReferralRecord }>({
    send: async (provider, { data, previousData }) => {
      // Whoever closes the dialog meanwhile finds what was entered there again, if nothing came of it.
      store.setItem<Unsaved>(kept, { changes, seen });
      await provider.update(RESOURCES.referrals, { id: record.id, data, previousData });
      store.removeItem(kept);
    },
    done: 'statusDialog.saved',
    failed: 'statusDialog.failed',
    onDone: onClose,
  });

  const conflict = useConflict<ReferralRecord>({
    error: write.error,
    read: (provider) => provider.readReferral(record),
    learn,
  });

  /** Sends it, as a change of what the person has seen. */
  const send = (version: ReferralRecord) => {
    if (values.notes.length > LENGTHS.notes) return;
    conflict.begin(version);
    write.start({ data: values, previousData: { ...record, version: version.version } });
  };

  const isChanged = (Object.keys(before) as (keyof StatusValues)[]).some(
    (field) => values[field] !== before[field],
  );

  return {
    /** The referral, as new as is known. */
    record,
    learn,
    values,
    /** What was touched, and with what. */
    changes,
    change: (change: Partial<StatusValues>) => setChanges((now) => ({ ...now, ...change })),
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
    /** What was assigned need not be sent again. */
    forgetReferrer: (managerId: string) =>
      setChanges(({ referred_by, ...others }) =>
        referred_by === managerId ? others : { referred_by, ...others },
      ),
    close: () => {
      if (!write.isBusy) store.removeItem(kept);
      onClose();
    },
    write,
  };
}
