import { useState } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { ApiError, flaggedFields } from '../../api/ApiError';
import type { TextKey } from '../../i18n/textKeys';
import { useT } from '../../i18n/I18nProvider';
import { type ErrorTexts, useErrorText } from '../useErrorText';

export interface ServerErrorTexts extends ErrorTexts<TextKey> {
  /** The problem when no other text fits (spec section 8). */
  readonly failed: TextKey;
  /** Whether `failed` is shown even when each refused field has its own error. */
  readonly alwaysShowFailed?: boolean;
  /** Refused field of the request → source of its input, where they differ. */
  readonly sources?: Readonly<Record<string, string>>;
}

/**
 * Shows why the server refused a form: at the inputs whose fields its 422 names, else as a problem of the whole form.
 * @returns `send` runs a request and resolves to whether it succeeded; `problem` is the message about the last failure
 */
export function useServerErrors<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  texts: ServerErrorTexts,
) {
  const t = useT();
  const errorText = useErrorText({ details: texts.details });
  const [error, setError] = useState<ApiError | null>(null);

  const send = async (request: () => Promise<unknown>): Promise<boolean> => {
    setError(null);
    try {
      await request();
      return true;
    } catch (thrown) {
      const refusal = thrown instanceof ApiError ? thrown : new ApiError('network');
      const isCovered = applyServerErrors(form, refusal, texts);
      if (!isCovered || texts.alwaysShowFailed) setError(refusal);
      return false;
    }
  };

  return { send, problem: error ? (errorText(error) ?? t(texts.failed)) : undefined };
}

/** Sets the errors of the inputs that a 422 names. @returns whether they cover everything that was refused */
export function applyServerErrors<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, 'setError'>,
  error: ApiError,
  { fields = {}, sources = {} }: Pick<ServerErrorTexts, 'fields' | 'sources'>,
): boolean {
  if (error.status !== 422) return false;
  const refused = flaggedFields(error, Object.keys(fields));
  for (const field of refused.fields) {
    const message = refused.invisible.has(field) ? 'failure.invisibleName' : fields[field];
    form.setError((sources[field] ?? field) as FieldPath<Values>, { type: 'server', message });
  }
  return !refused.other;
}
