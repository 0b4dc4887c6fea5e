import { useState } from 'react';
import { useStoreContext } from 'react-admin';
import { LENGTHS } from '../../../../contract/constants';
import type { ReferralChange, ReferralRecord } from '../../../dataProvider/referrals';
import { useFreshList } from '../../../staff/useFreshList';
import { useWrite } from '../../../staff/useWrite';

/** What the form holds; an absent note is an empty one there. */
export type StatusValues = ReferralChange & { notes: string };

/**
 * Status, notes and referrer of a referral while a super user edits them (spec section 6). What was not touched follows the
 * referral as it is fetched afresh, so that saving does not undo what someone else did meanwhile. After a success the list
 * is fetched afresh and the dialog closes (spec section 4, "Form"); after a failure what was typed stays, in memory also when
 * the dialog was closed meanwhile.
 */
export function useStatusForm(referral: ReferralRecord, onClose: () => void) {
  const before: StatusValues = {
    status: referral.status,
    notes: referral.notes ?? '',
    referred_by: null,
  };
  const store = useStoreContext();
  const kept = `unsaved.${referral.id}`;
  const [changes, setChanges] = useState<Partial<StatusValues>>(
    () => store.getItem<Partial<StatusValues>>(kept) ?? {},
  );
  const values = { ...before, ...changes };

  // The list may have been read long ago: who opens the dialog begins with what the referral is now.
  useFreshList('referrals');

  const write = useWrite<StatusValues>({
    send: async (provider, data) => {
      // Whoever closes the dialog meanwhile finds what was entered there again, if nothing came of it.
      store.setItem(kept, changes);
      await provider.update('referrals', { id: referral.id, data, previousData: referral });
      store.removeItem(kept);
    },
    done: 'statusDialog.saved',
    failed: 'statusDialog.failed',
    onDone: onClose,
  });

  const isChanged = (Object.keys(before) as (keyof StatusValues)[]).some(
    (field) => values[field] !== before[field],
  );

  return {
    values,
    change: (change: Partial<StatusValues>) => setChanges((now) => ({ ...now, ...change })),
    /** Something would be lost by closing now. */
    hasInput: isChanged && !write.isBusy && !write.isDone,
    submit: () => {
      if (values.notes.length <= LENGTHS.notes) write.start(values);
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
