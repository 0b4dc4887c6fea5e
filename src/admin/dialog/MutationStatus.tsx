import type { ReactNode } from 'react';
import type { StaffTextKey } from '../../i18n/textKeys';
import { useStaffT } from '../../i18n/useStaffT';
import { Button } from '../../shared/Button';
import { ProblemMessage, StatusMessage } from '../../shared/Message';
import { isTransient } from '../../api/ApiError';
import { useServices } from '../../shared/services';
import { useSlowText } from '../../shared/useSlowText';
import { type ErrorTexts, useErrorText } from '../../shared/useErrorText';
import type { DialogMutation } from './useDialogMutation';

interface Props extends ErrorTexts<StaffTextKey> {
  mutation: DialogMutation;
  /** Offered after a transient error. */
  onTryAgain: () => void;
  /** Whether a refusal without a text of ours is shown in the server's words (spec section 8). */
  saysDetail?: boolean;
  /** Whether it creates a record: after an unknown outcome a retry may create it twice, unless the server has idempotency keys. */
  isAdding?: boolean;
  /** Replaces the reason when someone else has changed the record. */
  conflict?: ReactNode;
}

/** The progress and outcome of a mutation (spec section 8). */
export function MutationStatus({
  mutation,
  onTryAgain,
  saysDetail = false,
  isAdding = false,
  conflict = null,
  ...texts
}: Props) {
  const t = useStaffT();
  const { isBusy, isDone, error, done, failed } = mutation;
  const errorText = useErrorText<StaffTextKey>(texts);
  const slowText = useSlowText(isBusy);
  // Known by now: sending loads the features.
  const isKeyed = useServices().features.offers('idempotencyKeys');
  const reason = error && (errorText(error) ?? (saysDetail ? error.detail : undefined));
  return (
    <>
      <StatusMessage variant={isDone ? 'success' : 'note'}>
        {isDone ? t(done) : slowText}
      </StatusMessage>
      {error && (
        <ProblemMessage>
          <p>{t(failed)}</p>
          {conflict ?? (reason && <p>{reason}</p>)}
          {isAdding && !isKeyed && error.kind !== 'status' && <p>{t('dialog.maybeDone')}</p>}
          {isTransient(error) && (
            <div>
              <Button variant="secondary" onClick={onTryAgain}>
                {t('app.tryAgain')}
              </Button>
            </div>
          )}
        </ProblemMessage>
      )}
    </>
  );
}
