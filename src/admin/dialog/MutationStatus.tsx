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
  write: DialogMutation;
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
  write,
  onTryAgain,
  saysDetail = false,
  isAdding = false,
  conflict = null,
  ...texts
}: Props) {
  const t = useStaffT();
  const errorText = useErrorText<StaffTextKey>(texts);
  const slowText = useSlowText(write.isBusy);
  // Known by now: sending loads the features.
  const isKeyed = useServices().features.offers('idempotencyKeys');
  const detail = saysDetail ? write.error?.detail : undefined;
  const reason = write.error && (errorText(write.error) ?? detail);
  return (
    <>
      <StatusMessage variant={write.isDone ? 'success' : 'note'}>
        {write.isDone ? t(write.done) : slowText}
      </StatusMessage>
      {write.error && (
        <ProblemMessage>
          <p>{t(write.failed)}</p>
          {conflict ?? (reason && <p>{reason}</p>)}
          {isAdding && !isKeyed && write.error.kind !== 'status' && <p>{t('dialog.maybeDone')}</p>}
          {isTransient(write.error) && (
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
