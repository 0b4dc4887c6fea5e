import { useEffect, useRef } from 'react';
import { DELAYS } from '../../../contract/constants';
import type { StaffTextKey } from '../../i18n/textKeys';
import { useMutationNotifications } from './useMutationNotifications';
import { type Send, useSingleMutation } from './useSingleMutation';

interface Options<Input> {
  send: Send<Input>;
  /** Said when it was done, and when it was not (spec section 8). */
  done: StaffTextKey;
  failed: StaffTextKey;
  /** Called once the success has been read: to close the dialog, to empty the form. */
  onDone?: () => void;
  /** Whether another one may follow at once, as from a form that stays. */
  isRepeatable?: boolean;
}

/**
 * One change to the data, from a dialog. After a success its text stands for a moment, then the data is fetched afresh and
 * `onDone` is called (spec section 9, "Refresh delays"); after a failure everything stays for another try. Who closed the
 * dialog meanwhile is told on the page.
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
      // Should its time come before this is drawn again, it would end the next one, and what comes of that would not be said.
      clearTimeout(timer.current);
      latestFinish.current();
    }
    sendOnce(input);
  };

  return { start, isBusy, isDone, error, done, failed, reset };
}

/** What `WriteOutcome` shows. */
export type DialogMutation = Pick<
  ReturnType<typeof useDialogMutation>,
  'isBusy' | 'isDone' | 'error' | 'done' | 'failed'
>;
