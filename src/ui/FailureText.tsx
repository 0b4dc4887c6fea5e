import type { ReactElement } from 'react';
import type { ApiError } from '../api/ApiError';
import { useT } from '../i18n/I18nProvider';
import type { TextKey } from '../i18n/textKeys';
import { type ErrorTexts, useErrorText } from './useErrorText';

/** The texts about one call that can fail. */
export interface FailureTexts<Key extends string = TextKey> extends ErrorTexts<Key> {
  /** What failed: the specification's sentence (section 8), or ours for a call without one. */
  readonly failed: Key;
  /** Whether a `detail` replaces `failed`, where the specification says so; otherwise it follows. */
  readonly detailReplacesFailed?: boolean;
  /** Whether a `detail` that has no text of ours is shown as the server sent it. */
  readonly showsServerDetail?: boolean;
}

interface Props<Key extends string> extends FailureTexts<Key> {
  error: ApiError;
  /** Replaces the reason. */
  reason?: string | ReactElement | null;
}

/**
 * What failed and, in a second paragraph, why: every screen shows a failure with this component, so that the specification's
 * sentence (section 8) always comes first, word for word, whatever the reason is.
 *
 * @example <ProblemMessage><FailureText error={error} failed="forgot.failed" /></ProblemMessage>
 */
export function FailureText<Key extends string = TextKey>({
  error,
  failed,
  details,
  fields,
  detailReplacesFailed = false,
  showsServerDetail = false,
  reason,
}: Props<Key>) {
  const t = useT() as (key: Key) => string;
  const errorText = useErrorText<Key>({
    details: detailReplacesFailed ? undefined : details,
    fields,
  });
  const { detail = '' } = error;
  const known = details?.[detail];
  const detailText = known ? t(known) : showsServerDetail && detail;
  const first = (detailReplacesFailed && detailText) || t(failed);
  const why = reason ?? errorText(error) ?? (!detailReplacesFailed && detailText);
  return (
    <>
      <p>{first}</p>
      {typeof why === 'string' ? <p>{why}</p> : why}
    </>
  );
}
