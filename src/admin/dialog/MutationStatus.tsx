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
  /** Offered where the same may well succeed a moment later. */
  onTryAgain: () => void;
  /** Where the server's own words are shown when we have none for them (spec section 8). */
  saysDetail?: boolean;
  /** Whether it adds something, so that sending it twice is worth a warning, unless the server tells repeats by their key. */
  isAdding?: boolean;
  /** What to decide when someone else was faster, in the place of a reason. */
  conflict?: ReactNode;
}

/** How a change goes, in words (spec section 8). What was entered stays where it is. */
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
  // Known by now: sending asked first.
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
