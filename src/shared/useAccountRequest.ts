import { useState } from 'react';
import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';
import { ApiError, flaggedFields } from '../api/ApiError';
import type { TextKey } from '../i18n/textKeys';
import { useT } from '../i18n/I18nProvider';
import { type RefusalTexts, useRefusalText } from './useRefusalText';

/** Where and how the form says that a field of the request was refused. */
interface FieldRefusal<Values extends FieldValues> {
  readonly at: FieldPath<Values>;
  readonly text: TextKey;
  /** Done before the field is flagged. */
  readonly onRefused?: () => void;
}

interface FieldRefusals<Values extends FieldValues> {
  readonly setError: UseFormSetError<Values>;
  /** By their names in the request. */
  readonly fields: Readonly<Record<string, FieldRefusal<Values>>>;
}

interface Texts<Values extends FieldValues> extends Pick<RefusalTexts<TextKey>, 'details'> {
  /** Said when the server refuses (spec section 8). */
  readonly failed: TextKey;
  /** What a 422 says at the fields it names, instead of in a problem about all of it. */
  readonly refusals?: FieldRefusals<Values>;
  /** Whether `failed` is said even when every refused field says it. */
  readonly alwaysSaysFailed?: boolean;
}

/**
 * Sends one of the forms about one's own account, and says why nothing came of it.
 * @returns `send` runs the request and answers whether it succeeded; `problem` is the text about the last try
 */
export function useAccountRequest<Values extends FieldValues>({
  failed,
  details,
  refusals,
  alwaysSaysFailed = false,
}: Texts<Values>) {
  const t = useT();
  const refusalText = useRefusalText({ details });
  const [error, setError] = useState<ApiError | null>(null);

  const send = async (request: () => Promise<unknown>): Promise<boolean> => {
    setError(null);
    try {
      await request();
      return true;
    } catch (thrown) {
      const refusal = thrown instanceof ApiError ? thrown : new ApiError('network');
      const isSaid = refusals !== undefined && flagFields(refusal, refusals);
      if (!isSaid || alwaysSaysFailed) setError(refusal);
      return false;
    }
  };

  return { send, problem: error ? (refusalText(error) ?? t(failed)) : undefined };
}

/** @returns whether the flags say all that was refused */
function flagFields<Values extends FieldValues>(
  error: ApiError,
  { setError, fields }: FieldRefusals<Values>,
): boolean {
  if (error.status !== 422) return false;
  const { fields: refused, invisible, other } = flaggedFields(error, Object.keys(fields));
  const flags = Object.entries(fields).filter(([name]) => refused.has(name));
  for (const [name, { at, text, onRefused }] of flags) {
    onRefused?.();
    const message: TextKey = invisible.has(name) ? 'failure.invisibleName' : text;
    setError(at, { type: 'server', message });
  }
  return !other;
}
