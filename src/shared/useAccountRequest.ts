import { useState } from 'react';
import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';
import { type ApiError, flaggedFields, toApiError } from '../api/ApiError';
import type { TextKey } from '../i18n/textKeys';
import { useT } from '../i18n/I18nProvider';
import { type ErrorTexts, useErrorText } from './useErrorText';

/** How the form shows that the server refused a field of the request. */
interface FieldRefusal<Values extends FieldValues> {
  readonly at: FieldPath<Values>;
  readonly text: TextKey;
  /** Called before the error is set. */
  readonly onRefused?: () => void;
}

interface FieldRefusals<Values extends FieldValues> {
  readonly setError: UseFormSetError<Values>;
  /** Field name in the request → how to show its error. */
  readonly fields: Readonly<Record<string, FieldRefusal<Values>>>;
}

interface Texts<Values extends FieldValues> extends Pick<ErrorTexts<TextKey>, 'details'> {
  /** Shown when the server refuses the request (spec section 8). */
  readonly failed: TextKey;
  /** Shows a 422 at the fields it names, instead of as a problem of the whole form. */
  readonly refusals?: FieldRefusals<Values>;
  /** Whether to show `failed` even when every refused field has its own error. */
  readonly alwaysSaysFailed?: boolean;
}

/**
 * Sends one of the forms about one's own account, and explains a failure.
 * @returns `send` runs the request and resolves to whether it succeeded; `problem` is the message about the last failure
 */
export function useAccountRequest<Values extends FieldValues>({
  failed,
  details,
  refusals,
  alwaysSaysFailed = false,
}: Texts<Values>) {
  const t = useT();
  const errorText = useErrorText({ details });
  const [error, setError] = useState<ApiError | null>(null);

  const send = async (request: () => Promise<unknown>): Promise<boolean> => {
    setError(null);
    try {
      await request();
      return true;
    } catch (thrown) {
      const refusal = toApiError(thrown);
      const isCovered = refusals !== undefined && setFieldErrors(refusal, refusals);
      if (!isCovered || alwaysSaysFailed) setError(refusal);
      return false;
    }
  };

  return { send, problem: error ? (errorText(error) ?? t(failed)) : undefined };
}

/** @returns whether the fields' errors cover everything that was refused */
function setFieldErrors<Values extends FieldValues>(
  error: ApiError,
  { setError, fields }: FieldRefusals<Values>,
): boolean {
  if (error.status !== 422) return false;
  const { fields: refused, invisible, other } = flaggedFields(error, Object.keys(fields));
  const shown = Object.entries(fields).filter(([name]) => refused.has(name));
  for (const [name, { at, text, onRefused }] of shown) {
    onRefused?.();
    const message: TextKey = invisible.has(name) ? 'failure.invisibleName' : text;
    setError(at, { type: 'server', message });
  }
  return !other;
}
