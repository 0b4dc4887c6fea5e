import type { StaffTextKey } from '../i18n/catalogues/keys';
import { useStaffT } from '../i18n/useStaffT';
import { Button } from '../shared/Button';
import { ProblemMessage, StatusMessage } from '../shared/Message';
import { isPassing } from '../api/ApiError';
import { useLasting } from '../shared/useLasting';
import { type RefusalTexts, useRefusalText } from '../shared/useRefusalText';
import type { Write } from './useWrite';

/** Milliseconds after which waiting needs a word. */
const A_WHILE = 10_000;

interface Props extends RefusalTexts<StaffTextKey> {
  write: Write;
  /** Offered where the same may well succeed a moment later. */
  onTryAgain: () => void;
  /** Where the server's own words are shown when we have none for them (spec section 8). */
  saysDetail?: boolean;
  /** Whether it adds something, so that sending it twice is worth a warning. */
  isAdding?: boolean;
}

/** How a change goes, in words (spec section 8). What was entered stays where it is. */
export function WriteOutcome({
  write,
  onTryAgain,
  saysDetail = false,
  isAdding = false,
  ...texts
}: Props) {
  const t = useStaffT();
  const refusalText = useRefusalText<StaffTextKey>(texts);
  const isSlow = useLasting(write.isBusy, A_WHILE);
  const detail = saysDetail ? write.error?.detail : undefined;
  const reason = write.error && (refusalText(write.error) ?? detail);
  return (
    <>
      <StatusMessage look={write.isDone ? 'success' : 'note'}>
        {(write.isDone && t(write.done)) || (isSlow && t('dialog.stillWorking'))}
      </StatusMessage>
      {write.error && (
        <ProblemMessage>
          <p>{t(write.failed)}</p>
          {reason && <p>{reason}</p>}
          {isAdding && write.error.kind !== 'status' && <p>{t('dialog.maybeDone')}</p>}
          {isPassing(write.error) && (
            <div>
              <Button look="secondary" onClick={onTryAgain}>
                {t('app.tryAgain')}
              </Button>
            </div>
          )}
        </ProblemMessage>
      )}
    </>
  );
}
