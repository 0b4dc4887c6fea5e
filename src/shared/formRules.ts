import { useCallback } from 'react';
import type { FieldError } from 'react-hook-form';
import { LENGTHS } from '../../contract/constants';
import type { TextKey } from '../i18n/catalogues/keys';
import { useT } from '../i18n/I18nProvider';

/** A rule of react-hook-form: something must be entered. Its message is a key, so that it follows the language. */
export const required = <Key extends string = TextKey>(key: Key) => ({ required: key });

/** A rule for a password that is being checked here: its shortest length (spec section 9). */
export const passwordLength = (key: TextKey) => ({
  minLength: { value: LENGTHS.passwordMin, message: key },
});

/** Makes the text at a field out of its error. */
export function useFlag(): (error: FieldError | undefined) => string | undefined {
  const t = useT();
  return useCallback((error) => error?.message && t(error.message as TextKey), [t]);
}
