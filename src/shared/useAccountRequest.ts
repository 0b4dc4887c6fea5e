import { useState } from 'react';
import { ApiError } from '../api/ApiError';
import type { TextKey } from '../i18n/catalogues/keys';
import { useT } from '../i18n/I18nProvider';
import { type RefusalTexts, useRefusalText } from './useRefusalText';

interface Texts extends RefusalTexts<TextKey> {
  /** Said when the server refuses (spec section 8). */
  readonly failed: TextKey;
}

/**
 * Sends one of the forms about one's own account, and says why nothing came of it.
 * @returns `send` runs the request and answers whether it succeeded; `problem` is the text about the last try
 */
export function useAccountRequest({ failed, ...texts }: Texts) {
  const t = useT();
  const refusalText = useRefusalText(texts);
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

  return { send, problem: error ? (refusalText(error) ?? t(failed)) : undefined };
}
