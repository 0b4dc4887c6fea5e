import { useCallback } from 'react';
import type { FieldError } from 'react-hook-form';
import { LENGTHS } from '../../contract/constants';
import type { TextKey } from '../i18n/textKeys';
import { useT } from '../i18n/I18nProvider';
import { useServices } from './services';

/** react-hook-form rule: the field is required. The message is a text key, so that it follows the language. */
export const required = <Key extends string = TextKey>(key: Key) => ({ required: key });

/**
 * react-hook-form rule: the minimum length of a password (spec section 9).
 * @param min the provider's minimum for a new password; by default the product's own, which applies at the login
 */
export const passwordLength = (key: TextKey, min: number = LENGTHS.passwordMin) => ({
  minLength: { value: min, message: key },
});

/** The length rule for a new password and the hint that states it, by the provider's minimum. */
export function useNewPassword() {
  const t = useT();
  const { passwordMinLength: min } = useServices().settings;
  return {
    length: passwordLength('register.passwordLength', min),
    hint: t('register.passwordHint', { min }),
  };
}

/** Returns a function that turns a field's error into its message. */
export function useFieldError(): (error: FieldError | undefined) => string | undefined {
  const t = useT();
  const { passwordMinLength: min } = useServices().settings;
  return useCallback((error) => error?.message && t(error.message as TextKey, { min }), [t, min]);
}
