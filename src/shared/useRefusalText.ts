import { useCallback } from 'react';
import { type ApiError, flaggedFields } from '../api/ApiError';
import type { TextKey } from '../i18n/textKeys';
import { useT } from '../i18n/I18nProvider';
import { useFailureText } from './useFailureText';

export interface RefusalTexts<Key> {
  /** Details of the server that have a text of their own. */
  readonly details?: Readonly<Record<string, Key>>;
  /** Fields of the request whose refusal has a text of its own. */
  readonly fields?: Readonly<Record<string, Key>>;
}

const NONE = {};

/** Makes the sentence that says why the server refused a request, or why no answer came. Undefined when nothing more is known. */
export function useRefusalText<Key extends string = TextKey>({
  details = NONE,
  fields = NONE,
}: RefusalTexts<Key>): (error: ApiError) => string | undefined {
  const t = useT() as (key: Key | TextKey) => string;
  const failureText = useFailureText();
  return useCallback(
    (error) => {
      const ofDetail = error.detail === undefined ? undefined : details[error.detail];
      if (ofDetail) return t(ofDetail);
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
