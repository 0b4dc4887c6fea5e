import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { useDataProvider, useRefresh } from 'react-admin';
import { ApiError, toApiError } from '../../api/ApiError';
import { useServices } from '../../app/services';
import type { StaffDataProvider } from '../../dataProvider/dataProvider';

/** Runs the mutation with a method of the data provider. */
export type Send<Input> = (provider: StaffDataProvider, input: Input) => Promise<unknown>;

interface Options<Input> {
  send: Send<Input>;
  /** Called after a success; the mutation is pending until it has resolved. */
  onDone: () => Promise<void> | void;
  onFailed: (error: ApiError) => void;
  /** Fetches the data again when the outcome is unknown; all data by default. */
  refetch?: () => void;
  /** The key under which it is found (`useMutationState`), also once its caller is gone, until the person signs out. */
  mutationKey?: readonly unknown[];
}

/**
 * A mutation that is sent once, however often it is started; after a failure it can be sent again.
 *
 * @example
 * const { start, isBusy } = useSingleMutation<AccountRecord>({
 *   send: (provider, account) => provider.approve(account),
 *   onDone: () => notify('pendingUsers.done', { type: 'success' }),
 *   onFailed: () => notify('pendingUsers.failed', { type: 'error' }),
 * });
 */
export function useSingleMutation<Input>({
  send,
  onDone,
  onFailed,
  refetch,
  mutationKey,
}: Options<Input>) {
  const provider = useDataProvider<StaffDataProvider>();
  const refresh = useRefresh();
  const { session } = useServices();
  // `isPending` changes with the next render, too late for a double click.
  const isSent = useRef(false);

  const { mutate, isPending, isSuccess, error, reset } = useMutation<void, Error, Input>({
    ...(mutationKey && { mutationKey, gcTime: Infinity }),
    mutationFn: async (input) => {
      await send(provider, input);
      // If the session has ended, react-admin resolves without a result instead of rejecting.
      if (!session.get().user) throw new ApiError('status', { status: 401 });
    },
    onSuccess: onDone,
    onError: (failure) => {
      isSent.current = false;
      // The record has changed or no longer exists, or the outcome is unknown: the lists may be outdated.
      const refusal = toApiError(failure);
      const isKnown = refusal.kind === 'status' && !OUTDATED.has(refusal.status);
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
    /** The error of the last attempt, until the next. */
    error: error && toApiError(error),
    /** Allows another mutation. */
    reset: () => {
      isSent.current = false;
      reset();
    },
  };
}

/** Statuses that mean that the record has changed or no longer exists. */
const OUTDATED = new Set([404, 412]);
