import { useCallback, useEffect, useRef, useState } from 'react';
import { useNotify, useRefresh, useUpdate } from 'react-admin';
import { DELAYS, LENGTHS } from '../../../../contract/constants';
import type { ReferralChange, ReferralRecord } from '../../../dataProvider/referrals';

/** What the form holds; an absent note is an empty one there. */
export type StatusValues = ReferralChange & { notes: string };

/**
 * Status and notes of a referral while a super user edits them. Saving goes once; after a success the list is fetched
 * afresh and the dialog closes (spec section 4, "Form"); after a failure what was typed stays.
 */
export function useStatusForm(referral: ReferralRecord, onClose: () => void) {
  const notify = useNotify();
  const refresh = useRefresh();
  const before: StatusValues = { status: referral.status, notes: referral.notes ?? '' };
  const [values, setValues] = useState(before);
  const isOpen = useIsMounted();
  // Set at once, while `isPending` is true only from the next drawing on: a double click must not send twice.
  const isSent = useRef(false);

  const tellSaved = useCallback(() => {
    notify('statusDialog.saved', { type: 'success' });
    refresh();
  }, [notify, refresh]);

  const [update, { isPending, isSuccess, isError }] = useUpdate<ReferralRecord>(
    'referrals',
    {},
    {
      // Who closed the dialog meanwhile is told on the page.
      onSuccess: () => !isOpen.current && tellSaved(),
      onError: () => {
        isSent.current = false;
        if (!isOpen.current) notify('statusDialog.failed', { type: 'error' });
      },
    },
  );

  const close = useCallback(() => {
    if (isSuccess) tellSaved();
    onClose();
  }, [isSuccess, tellSaved, onClose]);

  useEffect(() => {
    if (!isSuccess) return undefined;
    const timer = setTimeout(close, DELAYS.afterWrite);
    return () => clearTimeout(timer);
  }, [isSuccess, close]);

  const submit = () => {
    if (isSent.current || values.notes.length > LENGTHS.notes) return;
    isSent.current = true;
    void update('referrals', { id: referral.id, data: values, previousData: referral });
  };

  return {
    values,
    change: (change: Partial<StatusValues>) => setValues((now) => ({ ...now, ...change })),
    isChanged: values.status !== before.status || values.notes !== before.notes,
    isSaving: isPending,
    isSaved: isSuccess,
    hasFailed: isError,
    submit,
    close,
  };
}

function useIsMounted() {
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return isMounted;
}
