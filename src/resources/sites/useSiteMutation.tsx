import { useNotify } from 'react-admin';
import { SITE_REFUSALS, STALE_DETAIL, TOASTS } from '../../../contract/staffConstants';
import { type Send, useSingleMutation } from '../../admin';
import type { ApiError } from '../../api/ApiError';
import type { StaffTextKey } from '../../i18n/textKeys';
import { ProblemMessage } from '../../ui/Message';
import { type ErrorTexts, useErrorText } from '../../ui/useErrorText';

/** Why a server refuses a change to a site: `detail` or refused field → its text. */
export const SITE_REFUSAL_TEXTS: ErrorTexts<StaffTextKey> = {
  details: {
    [SITE_REFUSALS.nameTaken]: 'sites.alreadyExists',
    [SITE_REFUSALS.nameDeleted]: 'sites.nameDeleted',
    [SITE_REFUSALS.protected]: 'sites.protected',
    'Not Found': 'sites.gone',
    [STALE_DETAIL]: 'sites.changed',
  },
  fields: { name: 'sites.nameRefused' },
};

interface Options<Input> {
  readonly send: Send<Input>;
  /** The notifications (spec section 2, "Add Site modal"). */
  readonly done: StaffTextKey;
  readonly failed: StaffTextKey;
  /** Milliseconds for which a failure is shown, if not the usual ones (spec section 9). */
  readonly failedFor?: number;
  /** Called after a success; the mutation is busy until it has resolved. */
  readonly onDone: () => Promise<void> | void;
}

/** Changes one site of the list; a notification shows the outcome at once. */
export function useSiteMutation<Input>({ send, done, failed, failedFor, onDone }: Options<Input>) {
  const notify = useNotify();
  const { start, isBusy, isDone, error } = useSingleMutation<Input>({
    send,
    onDone: () => {
      notify(done, { type: 'success', autoHideDuration: TOASTS.siteChanged });
      return onDone();
    },
    onFailed: () => {
      const autoHideDuration = failedFor;
      notify(failed, { type: 'error', autoHideDuration, isShownElsewhere: true });
    },
  });
  return { start, isBusy: isBusy || isDone, error };
}

/** The reason of a failure, in the row of the site; the notification only says that it failed. */
export function SiteMutationError({ error }: { error: ApiError | null }) {
  const errorText = useErrorText(SITE_REFUSAL_TEXTS);
  const reason = error && (errorText(error) ?? error.detail);
  if (!reason) return null;
  return (
    <ProblemMessage>
      <p>{reason}</p>
    </ProblemMessage>
  );
}
