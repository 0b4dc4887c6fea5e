import { useCallback } from 'react';
import type { ApiError } from '../api/ApiError';
import { useT } from '../i18n/I18nProvider';

/**
 * Returns a function that explains a failure not caused by the input: no connection, too many requests, a server error.
 * Undefined for any other refusal, for which the screen has its own text.
 */
export function useFailureText(): (error: ApiError) => string | undefined {
  const t = useT();
  return useCallback(
    (error) => {
      if (error.kind === 'unreadable') return t('failure.unreadable');
      if (error.kind !== 'status') return t('failure.noAnswer');
      if (error.status === 429) {
        const seconds = error.retryAfter;
        if (seconds === undefined) return t('failure.tooMany');
        const wait =
          seconds < 60
            ? t('failure.seconds', { smart_count: Math.max(1, Math.ceil(seconds)) })
            : t('failure.minutes', { smart_count: Math.ceil(seconds / 60) });
        return t('failure.tooManyUntil', { wait });
      }
      return error.status >= 500 ? t('failure.server') : undefined;
    },
    [t],
  );
}
