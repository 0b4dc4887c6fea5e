import { useNotify } from 'react-admin';
import { TOASTS } from '../../../contract/constants';
import type { StaffTextKey } from '../../i18n/textKeys';
import { type Send, useSingleMutation } from '../../admin/dialog/useSingleMutation';

interface Options<Input> {
  send: Send<Input>;
  /** The toasts (spec section 2, "Add Site modal"). */
  done: StaffTextKey;
  failed: StaffTextKey;
  /** How long the one about a failure stays, when not as long as usual (spec section 9). */
  failedFor?: number;
  /** What follows a success; the change counts as under way until it has resolved. */
  onDone: () => Promise<void> | void;
}

/** A change to one site of the list: what came of it is said at once, by a toast. */
export function useSiteChange<Input>({ send, done, failed, failedFor, onDone }: Options<Input>) {
  const notify = useNotify();
  const { start, isBusy, isDone, error } = useSingleMutation<Input>({
    send,
    onDone: () => {
      notify(done, { type: 'success', autoHideDuration: TOASTS.siteChanged });
      return onDone();
    },
    onFailed: () => notify(failed, { type: 'error', autoHideDuration: failedFor }),
  });
  return { start, isBusy: isBusy || isDone, error };
}
