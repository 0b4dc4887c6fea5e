import { useEffect, useRef, useState } from 'react';
import { useEvent, useNotify, useRefresh } from 'react-admin';
import type { ApiError } from '../../api/ApiError';
import { DELAYS } from '../../../contract/constants';
import type { StaffTextKey } from '../../i18n/textKeys';
import { type Send, useSingleMutation } from './useSingleMutation';

/** The messages after success and failure (spec section 8); functions, called then, where they depend on what was sent or failed. */
export interface OutcomeTexts {
  readonly done: StaffTextKey | (() => readonly StaffTextKey[]);
  readonly failed: StaffTextKey | ((error: ApiError) => StaffTextKey);
}

interface Options<Input> extends OutcomeTexts {
  send: Send<Input>;
  /** Called after the success message was shown for a moment: closes the dialog or empties the form. */
  onDone?: () => void;
  /** Whether another mutation may follow at once, as from a form that stays open. */
  isRepeatable?: boolean;
}

/**
 * A mutation from a dialog. After a success its message is shown for a moment, then the data is fetched again and `onDone` is
 * called (spec section 9, "Refresh delays"). After a failure the input stays for a retry. If the dialog was closed during the
 * request, the page shows the outcome.
 *
 * @example
 * const mutation = useDialogMutation<NewAccount>({
 *   send: (provider, data) => provider.create(RESOURCES.accounts, { data }),
 *   done: 'addUser.done',
 *   failed: 'addUser.failed',
 *   onDone: onClose,
 * });
 * return <Button busy={mutation.isBusy} onClick={() => mutation.start(account)}>…</Button>;
 */
export function useDialogMutation<Input>(options: Options<Input>) {
  const { send, done, failed, onDone, isRepeatable = false } = options;
  const [doneTexts, setDoneTexts] = useState<readonly StaffTextKey[]>([]);
  const failedText = (error: ApiError) => (typeof failed === 'string' ? failed : failed(error));
  const { succeed, fail, showOnPage } = useMutationNotifications();
  const {
    start: sendOnce,
    isBusy,
    isDone,
    error,
    reset,
  } = useSingleMutation<Input>({
    send,
    onDone: () => {
      const texts = typeof done === 'string' ? [done] : done();
      setDoneTexts(texts);
      succeed(...texts);
    },
    onFailed: (refusal) => fail(failedText(refusal)),
  });

  const finish = useEvent(() => {
    showOnPage();
    reset();
    onDone?.();
  });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (!isDone) return undefined;
    timer.current = setTimeout(finish, DELAYS.afterWrite);
    return () => clearTimeout(timer.current);
  }, [isDone, finish]);

  const start = (next: Input) => {
    if (isDone && isRepeatable) {
      // If the timer ran out before the next render, it would finish the next mutation and hide its outcome.
      clearTimeout(timer.current);
      finish();
    }
    sendOnce(next);
  };

  return {
    start,
    isBusy,
    isDone,
    error,
    /** The messages after a success. */
    done: doneTexts,
    /** The message after the failure; none before. */
    failed: error && failedText(error),
    reset,
  };
}

/** What `MutationStatus` shows. */
export type DialogMutation = Pick<
  ReturnType<typeof useDialogMutation>,
  'isBusy' | 'isDone' | 'error' | 'done' | 'failed'
>;

/**
 * Notifies the page of a mutation's outcome: of a success always, with the data fetched again; of a failure only if the dialog
 * has been closed, as an open dialog shows it itself.
 *
 * @example
 * const notifications = useMutationNotifications();
 * const onOutcome = (isAdded: boolean) =>
 *   isAdded ? notifications.succeed('referralForm.added') : notifications.fail('addReferral.failed');
 */
export function useMutationNotifications() {
  const notify = useNotify();
  const refresh = useRefresh();
  const isMounted = useRef(false);
  const pending = useRef<readonly StaffTextKey[]>([]);

  const notifySuccess = useEvent((isAnnounced: boolean) => {
    const [first, more] = pending.current;
    if (!first) return;
    pending.current = [];
    notify(first, { type: 'success', isAnnounced, ...(more && { more }) });
    refresh();
  });

  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
      // Closing may have interrupted a screen reader.
      notifySuccess(false);
    };
  }, [notifySuccess]);

  return {
    /** The mutation succeeded, which one or two messages say. */
    succeed: (...texts: readonly StaffTextKey[]) => {
      pending.current = texts;
      if (!isMounted.current) notifySuccess(false);
    },
    /** The mutation failed. */
    fail: (text: StaffTextKey) => {
      if (!isMounted.current) notify(text, { type: 'error' });
    },
    /** Shows on the page the success that the dialog has shown, without announcing it to screen readers again. */
    showOnPage: () => notifySuccess(true),
  };
}
