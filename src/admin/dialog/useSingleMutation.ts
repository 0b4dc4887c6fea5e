import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { useDataProvider, useRefresh } from 'react-admin';
import { ApiError, toApiError } from '../../api/ApiError';
import type { StaffDataProvider } from '../../dataProvider/dataProvider';
import { useServices } from '../../shared/services';

/** Makes a change, with a verb of the data provider. */
export type Send<Input> = (provider: StaffDataProvider, input: Input) => Promise<unknown>;

interface Options<Input> {
  send: Send<Input>;
  /** What follows a success; the change counts as under way until it has resolved. */
  onDone: () => Promise<void> | void;
  onFailed: (error: ApiError) => void;
  /** How everything is fetched afresh when nobody knows how it stands: at once unless given. */
  refetch?: () => void;
}

/** A change to the data, sent once however often it is asked for; after a failure it can be sent again. */
export function useSingleMutation<Input>({ send, onDone, onFailed, refetch }: Options<Input>) {
  const provider = useDataProvider<StaffDataProvider>();
  const refresh = useRefresh();
  const { session } = useServices();
  // Set at once, while `isPending` is true only from the next drawing on: a double click must not send twice.
  const isSent = useRef(false);

  const { mutate, isPending, isSuccess, error, reset } = useMutation<void, Error, Input>({
    mutationFn: async (input) => {
      await send(provider, input);
      // When the session has ended over it, react-admin answers with nothing instead of the refusal.
      if (!session.get().user) throw new ApiError('status', { status: 401 });
    },
    onSuccess: onDone,
    onError: (failure) => {
      isSent.current = false;
      // The record is gone or another, or nobody knows whether it was done: the lists must not go on as if nothing had been.
      const refusal = toApiError(failure);
      const isKnown = refusal.kind === 'status' && !OTHERWISE.has(refusal.status);
      if (!isKnown) (refetch ?? refresh)();
      onFailed(refusal);
    },
  });

  return {
    start: (input: Input) => {
      if (isSent.current) return;
      isSent.current = true;
      mutate(input);
    },
    isBusy: isPending,
    isDone: isSuccess,
    /** Why nothing came of the last try, until the next. */
    error: error && toApiError(error),
    /** Makes ready for another one. */
    reset: () => {
      isSent.current = false;
      reset();
    },
  };
}

/** What says that the record is not what it was taken for. */
const OTHERWISE = new Set([404, 412]);
