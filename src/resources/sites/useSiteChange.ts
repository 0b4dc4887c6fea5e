import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { useDataProvider, useNotify } from 'react-admin';
import { TOASTS } from '../../../contract/constants';
import { ApiError } from '../../api/ApiError';
import type { StaffDataProvider } from '../../dataProvider/dataProvider';
import type { StaffTextKey } from '../../i18n/catalogues/keys';
import { useServices } from '../../shared/services';

interface Options<Input> {
  /** Makes the change, with a verb of the data provider. */
  send: (provider: StaffDataProvider, input: Input) => Promise<unknown>;
  /** The toasts (spec section 2, "Add Site modal"). */
  done: StaffTextKey;
  failed: StaffTextKey;
  /** How long the one about a failure stays, when not as long as usual (spec section 9). */
  failedFor?: number;
  /** What follows a success; the change counts as going on until it has resolved. */
  onDone: () => Promise<void> | void;
}

/** A change to one site of the list. Unlike `useWrite`, what came of it is said at once, by a toast. It goes once, however often it is asked for. */
export function useSiteChange<Input>({ send, done, failed, failedFor, onDone }: Options<Input>) {
  const notify = useNotify();
  const provider = useDataProvider<StaffDataProvider>();
  const { session } = useServices();
  // Set at once, while `isPending` is true only from the next drawing on: a double click must not send twice.
  const isSent = useRef(false);

  const { mutate, isPending, isSuccess, error } = useMutation<void, Error, Input>({
    mutationFn: async (input) => {
      await send(provider, input);
      // When the session has ended over it, react-admin answers with nothing instead of the refusal.
      if (!session.get().user) throw new ApiError('status', { status: 401 });
    },
    onSuccess: () => {
      notify(done, { type: 'success', autoHideDuration: TOASTS.siteChanged });
      return onDone();
    },
    onError: () => {
      isSent.current = false;
      notify(failed, { type: 'error', autoHideDuration: failedFor });
    },
  });

  return {
    start: (input: Input) => {
      if (isSent.current) return;
      isSent.current = true;
      mutate(input);
    },
    /** Until it is done and over, or has failed. */
    isBusy: isPending || isSuccess,
    /** Why nothing came of the last try, until the next. */
    error: error && (error instanceof ApiError ? error : new ApiError('network')),
  };
}
