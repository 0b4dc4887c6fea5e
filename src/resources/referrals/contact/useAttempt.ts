import { useEffect, useRef } from 'react';
import { useNotify, useRefresh, useStore } from 'react-admin';
import type { ContactChannel, ContactOutcome, ContactParty } from '../../../../contract/contact';
import type { SavedAttempt } from '../../../../contract/entities/contact';
import { useSingleMutation } from '../../../admin';
import { toApiError } from '../../../api/ApiError';
import { RESOURCES } from '../../../app/routes';
import type { ReferralRecord } from '../../../dataProvider/referrals';
import { forgetCall } from './pendingCall';
import { toInstant } from './localTime';
import { attemptKey, useForgetSavings, useLastSaving } from './unsaved';

/** What is chosen before an outcome is tapped. */
export interface AttemptInputs {
  readonly channel: ContactChannel;
  readonly whom: ContactParty;
  readonly note: string;
  /** As in an input of type datetime-local; empty for now. */
  readonly time: string;
  /** Whether it is saved for the other open referrals of the person as well. */
  readonly isForAll: boolean;
}

const DEFAULTS: AttemptInputs = {
  channel: 'call',
  whom: 'person',
  note: '',
  time: '',
  isForAll: true,
};

const NONE: readonly string[] = [];

/**
 * Saves a contact attempt by one tap on its outcome. What was chosen before stays until it is saved, in memory, also if the
 * dialog is closed: then the row says that it is not saved yet, and a dialog that is opened again goes on with it.
 * @param also the ids of the other open referrals of the person
 */
export function useAttempt(
  referral: ReferralRecord,
  onSaved: (saved: SavedAttempt) => void,
  also = NONE,
) {
  const notify = useNotify();
  const refresh = useRefresh();
  const [inputs, setInputs] = useStore<AttemptInputs>(
    `${RESOURCES.referrals}.attempt.${referral.id}`,
    DEFAULTS,
  );
  const last = useLastSaving(referral.id);
  const forget = useForgetSavings(referral.id);
  const isBusy = last?.status === 'pending';
  const error = last?.status === 'error' ? toApiError(last.error) : null;
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);

  const mutation = useSingleMutation<ContactOutcome>({
    mutationKey: attemptKey(referral.id),
    send: async (provider, outcome) => {
      const { channel, whom, note, time, isForAll } = inputs;
      const at = toInstant(time);
      const answer = await provider.addContactAttempt(referral, {
        channel,
        whom,
        outcome,
        ...(note.trim() && { note: note.trim() }),
        ...(at && { at }),
        ...(isForAll && also.length > 0 && { also: [...also] }),
      });
      // If the session has ended, react-admin resolves without a result.
      if (answer?.data) onSaved(answer.data);
    },
    onDone: () => {
      setInputs(DEFAULTS);
      forgetCall();
      refresh();
      mutation.reset();
    },
    onFailed: () => {
      if (!isMounted.current) notify('contact.failed', { type: 'error' });
    },
  });

  return {
    inputs,
    setInputs,
    /** The outcome that is being saved, or that was not; also by a dialog that was closed since. */
    tapped: isBusy || error ? (last?.outcome ?? null) : null,
    save(outcome: ContactOutcome) {
      if (!isBusy) mutation.start(outcome);
    },
    isBusy,
    error,
    /** Gives up an attempt that was not saved. */
    giveUp() {
      forget();
      mutation.reset();
    },
  };
}
