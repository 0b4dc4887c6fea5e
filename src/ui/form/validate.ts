import type { FieldValues } from 'react-hook-form';
import { hasVisibleText } from '../../../contract/fieldRules';
import type { StaffTextKey } from '../../i18n/textKeys';
import { useAccountT } from '../../i18n/useAccountT';
import { useServices } from '../../app/services';

/** As in react-admin: returns the error of a value, as a text key so that the message follows the language, or undefined. */
export interface Validator<Value> {
  (value: Value, values: FieldValues): StaffTextKey | undefined;
  readonly isRequired?: boolean;
  /** Values of the placeholders in the message. */
  readonly args?: Readonly<Record<string, number>>;
}

/** `<TextInput source="email" validate={required('login.emailRequired')} … />` */
export const required = (message: StaffTextKey): Validator<unknown> =>
  Object.assign((value: unknown) => (isEmpty(value) ? message : undefined), { isRequired: true });

const isEmpty = (value: unknown) =>
  value == null || value === '' || (Array.isArray(value) && value.length === 0);

/** `required` for a line of text: blanks and invisible characters alone do not count. */
export const requiredText = (message: StaffTextKey): Validator<string | null> =>
  Object.assign((value: string | null) => (hasVisibleText(value ?? '') ? undefined : message), {
    isRequired: true,
  });

/** @param message may have a placeholder `min` */
export const minLength = (min: number, message: StaffTextKey): Validator<string> =>
  Object.assign((value: string) => (value && value.length < min ? message : undefined), {
    args: { min },
  });

/** Requires the value of another input. */
export const sameAs =
  (source: string, message: StaffTextKey): Validator<string> =>
  (value, values) =>
    value === values[source] ? undefined : message;

/** The length rule for a new password and the hint that states it, by the provider's minimum (spec section 9). */
export function useNewPassword() {
  const t = useAccountT();
  const { passwordMinLength: min } = useServices().settings;
  return {
    length: minLength(min, 'register.passwordLength'),
    hint: t('register.passwordHint', { min }),
  };
}
