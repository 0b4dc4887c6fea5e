import { useCallback } from 'react';
import { type ApiError, flaggedFields } from '../api/ApiError';
import type { TextKey } from '../i18n/textKeys';
import { useT } from '../i18n/I18nProvider';
import { useFailureText } from './useFailureText';

export interface RefusalTexts<Key> {
  /** `detail` of the answer → its own text. */
  readonly details?: Readonly<Record<string, Key>>;
  /** Refused field of the request → its own text. */
  readonly fields?: Readonly<Record<string, Key>>;
}

const NONE = {};

/** Returns a function that explains a refusal or a missing answer; undefined when no text fits. */
export function useRefusalText<Key extends string = TextKey>({
  details = NONE,
  fields = NONE,
}: RefusalTexts<Key>): (error: ApiError) => string | undefined {
  const t = useT() as (key: Key | TextKey) => string;
  const failureText = useFailureText();
  return useCallback(
    (error) => {
      const detailText = error.detail === undefined ? undefined : details[error.detail];
      if (detailText) return t(detailText);
      const flagged = flaggedFields(error, Object.keys(fields));
      const first = Object.entries(fields).find(([field]) => flagged.fields.has(field));
      if (error.status === 422 && first) {
        const [field, text] = first;
        return t(flagged.invisible.has(field) ? 'failure.invisibleName' : text);
      }
      return failureText(error);
    },
    [details, fields, failureText, t],
  );
}
