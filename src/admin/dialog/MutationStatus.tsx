import type { ReactElement } from 'react';
import type { StaffTextKey } from '../../i18n/textKeys';
import { useStaffT } from '../../i18n/useStaffT';
import { Button } from '../../ui/Button';
import { FailureText, type FailureTexts } from '../../ui/FailureText';
import { ProblemMessage, StatusMessage } from '../../ui/Message';
import { isTransient } from '../../api/ApiError';
import { useServices } from '../../app/services';
import { useSlowText } from '../../ui/useSlowText';
import type { DialogMutation } from './useDialogMutation';

interface Props extends Omit<FailureTexts<StaffTextKey>, 'failed'> {
  mutation: DialogMutation;
  /** Offered after a transient error. */
  onTryAgain: () => void;
  /**
   * Whether it creates a record: after an unknown outcome a retry may create it twice, unless the server has idempotency keys.
   */
  isAdding?: boolean;
  /** Replaces the reason when someone else has changed the record. */
  conflict?: string | ReactElement | null;
}

/**
 * The progress and outcome of a mutation (spec section 8).
 *
 * @example
 * const mutation = useDialogMutation<string>({ send, done: 'note.done', failed: 'note.failed' });
 * const add = () => mutation.start(text);
 * return <MutationStatus mutation={mutation} onTryAgain={add} details={{ 'Not Found': 'record.notFound' }} isAdding />;
 */
export function MutationStatus({
  mutation,
  onTryAgain,
  isAdding = false,
  conflict = null,
  ...texts
}: Props) {
  const t = useStaffT();
  const { isBusy, isDone, error, done, failed } = mutation;
  const slowText = useSlowText(isBusy);
  // Known by now: sending loads the features.
  const hasIdempotencyKeys = useServices().features.offers('idempotencyKeys');
  return (
    <>
      <StatusMessage variant={isDone ? 'success' : 'note'}>
        {isDone ? done.map((text) => <span key={text}>{`${t(text)} `}</span>) : slowText}
      </StatusMessage>
      {error && failed && (
        <ProblemMessage>
          <FailureText {...texts} error={error} failed={failed} reason={conflict} />
          {isAdding && !hasIdempotencyKeys && error.kind !== 'status' && (
            <p>{t('dialog.maybeDone')}</p>
          )}
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
