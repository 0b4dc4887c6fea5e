import { useEffect, useRef } from 'react';
import { DELAYS } from '../../../contract/constants';
import type { StaffTextKey } from '../../i18n/textKeys';
import { useMutationNotifications } from './useMutationNotifications';
import { type Send, useSingleMutation } from './useSingleMutation';

interface Options<Input> {
  send: Send<Input>;
  /** The messages after success and failure (spec section 8). */
  done: StaffTextKey;
  failed: StaffTextKey;
  /** Called after the success message was shown for a moment: closes the dialog or empties the form. */
  onDone?: () => void;
  /** Whether another mutation may follow at once, as from a form that stays open. */
  isRepeatable?: boolean;
}

/**
 * A mutation from a dialog. After a success its message is shown for a moment, then the data is fetched again and `onDone` is called
 * (spec section 9, "Refresh delays"). After a failure the input stays for a retry. If the dialog was closed during the request, the
 * page shows the outcome.
 */
export function useDialogMutation<Input>(options: Options<Input>) {
  const { send, done, failed, onDone, isRepeatable = false } = options;
  const { succeed, fail, tell } = useMutationNotifications({ done, failed });
  const {
    start: sendOnce,
    isBusy,
    isDone,
    error,
    reset,
  } = useSingleMutation<Input>({
    send,
    onDone: succeed,
    onFailed: fail,
  });

  const latestFinish = useRef(() => {});
  useEffect(() => {
    latestFinish.current = () => {
      tell();
      reset();
      onDone?.();
    };
  });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (!isDone) return undefined;
    timer.current = setTimeout(() => latestFinish.current(), DELAYS.afterWrite);
    return () => clearTimeout(timer.current);
  }, [isDone]);

  const start = (input: Input) => {
    if (isDone && isRepeatable) {
      // If the timer ran out before the next render, it would finish the next mutation and hide its outcome.
      clearTimeout(timer.current);
      latestFinish.current();
    }
    sendOnce(input);
  };

  return { start, isBusy, isDone, error, done, failed, reset };
}

/** What `MutationStatus` shows. */
export type DialogMutation = Pick<
  ReturnType<typeof useDialogMutation>,
  'isBusy' | 'isDone' | 'error' | 'done' | 'failed'
>;
