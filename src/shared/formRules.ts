import { useCallback } from 'react';
import type { FieldError } from 'react-hook-form';
import { LENGTHS } from '../../contract/constants';
import type { TextKey } from '../i18n/textKeys';
import { useT } from '../i18n/I18nProvider';
import { useServices } from './services';

/** A rule of react-hook-form: something must be entered. Its message is a key, so that it follows the language. */
export const required = <Key extends string = TextKey>(key: Key) => ({ required: key });

/** The same for a line of text, where blanks alone are nothing. */
export const requiredText = <Key extends string = TextKey>(key: Key) => ({
  ...required(key),
  validate: (text: string) => text.trim() !== '' || key,
});

/**
 * A rule for a password: its shortest length (spec section 9).
 * @param min a provider may want longer ones when one is chosen; at the login the product's own length counts
 */
export const passwordLength = (key: TextKey, min: number = LENGTHS.passwordMin) => ({
  minLength: { value: min, message: key },
});

/** The rule for a password that is being chosen, and the hint that says it before: as long as the provider wants. */
export function useNewPassword() {
  const t = useT();
  const { passwordMinLength: min } = useServices().settings;
  return {
    length: passwordLength('register.passwordLength', min),
    hint: t('register.passwordHint', { min }),
  };
}

/** Makes the text at a field out of its error. */
export function useFlag(): (error: FieldError | undefined) => string | undefined {
  const t = useT();
  const { passwordMinLength: min } = useServices().settings;
  return useCallback((error) => error?.message && t(error.message as TextKey, { min }), [t, min]);
}
