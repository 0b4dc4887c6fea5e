import { useCallback } from 'react';
import { type ApiError, flaggedFields } from '../api/ApiError';
import type { TextKey } from '../i18n/textKeys';
import { useT } from '../i18n/I18nProvider';

export interface ErrorTexts<Key> {
  /** `detail` of the response → its own text. */
  readonly details?: Readonly<Record<string, Key>> | undefined;
  /** Invalid field of the request → its own text. */
  readonly fields?: Readonly<Record<string, Key>> | undefined;
}

const NONE = {};

/**
 * Returns a function that gives the reason of an error: by the texts given, else no connection, too many requests or a server error.
 * Undefined for any other refusal. What failed is a sentence of its own, before it (FailureText).
 */
export function useErrorText<Key extends string = TextKey>({
  details = NONE,
  fields = NONE,
}: ErrorTexts<Key> = NONE): (error: ApiError) => string | undefined {
  const t = useT();
  return useCallback(
    (error) => {
      const tOwn = t as (key: Key | TextKey) => string;
      const detailText = error.detail === undefined ? undefined : details[error.detail];
      if (detailText) return tOwn(detailText);
      if (error.status === 422) {
        const flagged = flaggedFields(error, Object.keys(fields));
        const first = Object.entries(fields).find(([field]) => flagged.fields.has(field));
        if (first) return tOwn(first[1]);
      }
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
    [details, fields, t],
  );
}
