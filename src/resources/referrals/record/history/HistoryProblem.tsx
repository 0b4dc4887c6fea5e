import type { useHistory } from '../../useHistory';
import { toApiError } from '../../../../api/ApiError';
import type { StaffTextKey } from '../../../../i18n/textKeys';
import { useStaffT } from '../../../../i18n/useStaffT';
import { Button } from '../../../../ui/Button';
import { ProblemMessage } from '../../../../ui/Message';
import { useErrorText } from '../../../../ui/useErrorText';

interface Props {
  readonly history: ReturnType<typeof useHistory>;
  /** The text above the reason, if an earlier version is shown. */
  readonly stale: StaffTextKey;
  /** The same if there is none. */
  readonly failed: StaffTextKey;
}

/** Says that a referral's history could not be loaded, why, and loads it again on request; nothing while it loads. */
export function HistoryProblem({ history, stale, failed }: Props) {
  const t = useStaffT();
  const errorText = useErrorText();
  const { data, error, isFetching, refetch } = history;
  if (!error || isFetching) return null;
  return (
    <ProblemMessage>
      <p>{t(data ? stale : failed)}</p>
      <p>{errorText(toApiError(error))}</p>
      <div>
        <Button variant="secondary" onClick={() => void refetch()}>
          {t('app.tryAgain')}
        </Button>
      </div>
    </ProblemMessage>
  );
}
