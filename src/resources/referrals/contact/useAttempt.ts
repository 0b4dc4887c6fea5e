import { useEffect, useRef, useState } from 'react';
import { useNotify, useRefresh, useStore } from 'react-admin';
import type { ContactChannel, ContactOutcome, ContactParty } from '../../../../contract/contact';
import type { SavedAttempt } from '../../../../contract/entities/contact';
import { useSingleMutation } from '../../../admin';
import { RESOURCES } from '../../../app/routes';
import type { ReferralRecord } from '../../../dataProvider/referrals';
import { forgetCall } from './pendingCall';
import { toInstant } from './localTime';

/** What is chosen before an outcome is tapped. */
export interface AttemptInputs {
  readonly channel: ContactChannel;
  readonly whom: ContactParty;
  readonly note: string;
  /** As in an input of type datetime-local; empty for now. */
  readonly time: string;
}

const DEFAULTS: AttemptInputs = { channel: 'call', whom: 'person', note: '', time: '' };

/**
 * Saves a contact attempt by one tap on its outcome. What was chosen before stays until it is saved, in memory, also if the
 * dialog is closed; a failure after that is shown on the page.
 */
export function useAttempt(
  referral: ReferralRecord,
  onSaved: (saved: SavedAttempt, inputs: AttemptInputs) => void,
) {
  const notify = useNotify();
  const refresh = useRefresh();
  const [inputs, setInputs] = useStore<AttemptInputs>(
    `${RESOURCES.referrals}.attempt.${referral.id}`,
    DEFAULTS,
  );
  const [tapped, setTapped] = useState<ContactOutcome | null>(null);
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);

  const mutation = useSingleMutation<ContactOutcome>({
    send: async (provider, outcome) => {
      const { channel, whom, note, time } = inputs;
      const at = toInstant(time);
      const answer = await provider.addContactAttempt(referral, {
        channel,
        whom,
        outcome,
        ...(note.trim() && { note: note.trim() }),
        ...(at && { at }),
      });
      // If the session has ended, react-admin resolves without a result.
      if (answer?.data) onSaved(answer.data, inputs);
    },
    onDone: () => {
      setInputs(DEFAULTS);
      setTapped(null);
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
    /** The outcome that is being saved, or that was not. */
    tapped,
    save(outcome: ContactOutcome) {
      if (mutation.isBusy) return;
      setTapped(outcome);
      mutation.start(outcome);
    },
    isBusy: mutation.isBusy,
    error: mutation.error,
  };
}
