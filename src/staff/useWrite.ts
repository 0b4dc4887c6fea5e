import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useDataProvider } from 'react-admin';
import { DELAYS } from '../../contract/constants';
import { ApiError } from '../api/ApiError';
import type { StaffDataProvider } from '../dataProvider/dataProvider';
import type { StaffTextKey } from '../i18n/catalogues/keys';
import { useServices } from '../shared/services';
import { usePageNews } from './usePageNews';

interface Options<Input> {
  /** Makes the change, with a verb of the data provider. */
  send: (provider: StaffDataProvider, input: Input) => Promise<unknown>;
  /** Said when it was done, and when it was not (spec section 8). */
  done: StaffTextKey;
  failed: StaffTextKey;
  /** Called once the success has been read: to close the dialog, to empty the form. */
  onDone?: () => void;
}

/**
 * One change to the data, from a dialog. It goes once, however often it is asked for; after a success its text stands for
 * a moment, then the data is fetched afresh and `onDone` is called (spec section 9, "Refresh delays"); after a failure
 * everything stays for another try. Who closed the dialog meanwhile is told on the page.
 */
export function useWrite<Input>({ send, done, failed, onDone }: Options<Input>) {
  const { succeed, fail, tell } = usePageNews({ done, failed });
  const provider = useDataProvider<StaffDataProvider>();
  const { session } = useServices();
  // Set at once, while `isPending` is true only from the next drawing on: a double click must not send twice.
  const isSent = useRef(false);

  const mutation = useMutation<void, Error, Input>({
    mutationFn: async (input) => {
      await send(provider, input);
      // When the session has ended over it, react-admin answers with nothing instead of the refusal.
      if (!session.get().user) throw new ApiError('status', { status: 401 });
    },
    onSuccess: succeed,
    onError: () => {
      isSent.current = false;
      fail();
    },
  });
  const { isPending, isSuccess, error, mutate, reset } = mutation;

  const latestFinish = useRef(() => {});
  useEffect(() => {
    latestFinish.current = () => {
      tell();
      isSent.current = false;
      reset();
      onDone?.();
    };
  });
  useEffect(() => {
    if (!isSuccess) return undefined;
    const timer = setTimeout(() => latestFinish.current(), DELAYS.afterWrite);
    return () => clearTimeout(timer);
  }, [isSuccess]);

  const start = (input: Input) => {
    if (isSent.current) return;
    isSent.current = true;
    mutate(input);
  };

  return {
    start,
    isBusy: isPending,
    isDone: isSuccess,
    /** Why nothing came of the last try, until the next. */
    error: error && (error instanceof ApiError ? error : new ApiError('network')),
    done,
    failed,
  };
}

/** What `WriteOutcome` shows. */
export type Write = Pick<
  ReturnType<typeof useWrite>,
  'isBusy' | 'isDone' | 'error' | 'done' | 'failed'
>;
