import type { FocusEvent } from 'react';
import { useController } from 'react-hook-form';
import { type Translate, useT } from '../../i18n/I18nProvider';
import type { StaffTextKey } from '../../i18n/textKeys';
import type { Validator } from './validate';

export interface UseInputOptions<Value> {
  /** Name of the value in the form, and of the field in the request. */
  source: string;
  /** Of several validators, the first error is shown. */
  validate?: Validator<Value> | readonly Validator<Value>[];
  defaultValue?: Value;
  /** Marks the input as required if `validate` holds no `required`. */
  isRequired?: boolean;
}

/**
 * Binds an input to the surrounding `FormProvider` of react-hook-form; react-admin's `<Form>` has one. The counterpart of
 * react-admin's `useInput`, for pages that must not load react-admin.
 *
 * @example
 * const { field, error } = useInput({ source: 'color', validate: required('…') });
 * return <input type="color" {...field} aria-invalid={error ? true : undefined} />;
 */
export function useInput<Value>({
  source,
  validate = [],
  defaultValue,
  isRequired = false,
}: UseInputOptions<Value>) {
  const t = useT() as Translate<StaffTextKey>;
  const validators = [validate].flat();
  const { field, fieldState } = useController({
    name: source,
    defaultValue,
    rules: {
      validate: (value: Value, values) =>
        validators.map((validator) => validator(value, values)).find(Boolean),
    },
  });
  const message = fieldState.error?.message as StaffTextKey | undefined;
  const args = validators.reduce((all, validator) => ({ ...all, ...validator.args }), {});

  // A record may have null; React requires a value.
  const value = (field.value ?? '') as Value | '';
  const onBlur = (event?: FocusEvent<HTMLElement & { value: string }>) => {
    // Some password managers fill in a value without an event that React handles.
    if (value === '' && event?.target.value) field.onChange(event);
    field.onBlur();
  };

  return {
    field: { ...field, value, onBlur },
    fieldState,
    /** The error in the current language. */
    error: message && t(message, args),
    isRequired: isRequired || validators.some((validator) => validator.isRequired),
  };
}
