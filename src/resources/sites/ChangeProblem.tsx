import type { ApiError } from '../../api/ApiError';
import type { StaffTextKey } from '../../i18n/textKeys';
import { ProblemMessage } from '../../shared/Message';
import { useErrorText } from '../../shared/useErrorText';
import { DETAILS, FIELDS } from './siteRefusals';

/** Why a site could not be changed, at its row, as far as it is known; that it could not is said by the toast. */
export function ChangeProblem({ error }: { error: ApiError | null }) {
  const errorText = useErrorText<StaffTextKey>({ details: DETAILS, fields: FIELDS });
  const reason = error && (errorText(error) ?? error.detail);
  if (!reason) return null;
  return (
    <ProblemMessage>
      <p>{reason}</p>
    </ProblemMessage>
  );
}
