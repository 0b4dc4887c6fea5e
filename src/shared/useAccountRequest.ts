import { useState } from 'react';
import { ApiError, flaggedFields } from '../api/ApiError';
import type { TextKey } from '../i18n/catalogues/en';
import { useT } from '../i18n/I18nProvider';
import { useFailureText } from './useFailureText';

interface Texts {
  /** Said when the server refuses (spec section 8). */
  failed: TextKey;
  /** Details of the server that have a text of their own. */
  details?: Readonly<Record<string, TextKey>>;
  /** Fields of the request whose refusal has a text of its own. */
  fields?: Readonly<Record<string, TextKey>>;
}

/**
 * Sends one of the forms about one's own account, and says why nothing came of it.
 * @returns `send` runs the request and answers whether it succeeded; `problem` is the text about the last try
 */
export function useAccountRequest({ failed, details = {}, fields = {} }: Texts) {
  const t = useT();
  const failureText = useFailureText();
  const [error, setError] = useState<ApiError | null>(null);

  const send = async (request: () => Promise<unknown>): Promise<boolean> => {
    setError(null);
    try {
      await request();
      return true;
    } catch (thrown) {
      setError(thrown instanceof ApiError ? thrown : new ApiError('network'));
      return false;
    }
  };

  const describe = (failure: ApiError): string => {
    const ofDetail = failure.detail === undefined ? undefined : details[failure.detail];
    if (ofDetail) return t(ofDetail);
    const flagged = flaggedFields(failure, Object.keys(fields)).fields;
    const ofField = Object.entries(fields).find(([field]) => flagged.has(field))?.[1];
    if (failure.status === 422 && ofField) return t(ofField);
    return failureText(failure) ?? t(failed);
  };

  return { send, problem: error ? describe(error) : undefined };
}
