/**
 * Labelled inputs with react-admin's names and props, for any form of react-hook-form. `label`, `helperText` and the choices are
 * texts, not keys.
 */
import type { FocusEvent, ReactElement } from 'react';
import { useController } from 'react-hook-form';
import { type Translate, useT } from '../../i18n/I18nProvider';
import type { StaffTextKey } from '../../i18n/textKeys';
import { CheckField } from '../CheckField';
import { SelectField, TextAreaField, TextField } from '../Field';
import { MultiSelect } from '../MultiSelect';
import { SingleSelect } from '../SingleSelect';
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

interface InputProps<Value> extends UseInputOptions<Value> {
  label: string;
  helperText?: string | ReactElement;
}

/** Binds an input, and translates its props into those of a labelled control. */
export function useFieldProps<Value, Props extends InputProps<Value>>(props: Props) {
  const { source, validate, defaultValue, isRequired, label, helperText, ...others } = props;
  const input = useInput<Value>({ source, validate, defaultValue, isRequired });
  const { error } = input;
  return { ...others, ...input.field, label, hint: helperText, optional: !input.isRequired, error };
}

export interface TextInputProps extends InputProps<string> {
  type?: 'text' | 'email' | 'password' | 'tel' | 'date';
  autoComplete?: string;
  readOnly?: boolean;
  maxLength?: number;
  /** Whether it is a text area, of `rows` lines. */
  multiline?: boolean;
  rows?: number;
}

export function TextInput({ multiline = false, rows = 4, ...props }: TextInputProps) {
  const field = useFieldProps<string, typeof props>(props);
  return multiline ? <TextAreaField {...field} rows={rows} /> : <TextField {...field} />;
}

/** A checkbox. */
export function BooleanInput({ label, ...options }: UseInputOptions<boolean> & { label: string }) {
  const { field, error } = useInput<boolean>(options);
  const { value, ...control } = field;
  return <CheckField {...control} checked={Boolean(value)} label={label} error={error} />;
}

interface ChoicesInputProps<Value> extends InputProps<Value> {
  /** An alias is another name that finds the choice. */
  choices: readonly { readonly id: string; readonly name: string; readonly alias?: string }[];
}

interface SelectInputProps extends ChoicesInputProps<string> {
  /** Text of the empty option; without it there is none. */
  emptyText?: string;
}

export function SelectInput({ choices, emptyText, ...props }: SelectInputProps) {
  const field = useFieldProps<string, typeof props>(props);
  return (
    <SelectField {...field}>
      {emptyText && <option value="">{emptyText}</option>}
      {choices.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

interface AutocompleteProps<Value> extends ChoicesInputProps<Value> {
  placeholder?: string;
  noOptionsText: string;
}

/** A combobox for one of many choices; without one its value is null. */
export function AutocompleteInput({
  choices,
  noOptionsText,
  ...props
}: AutocompleteProps<string | null>) {
  const { value, onChange, ref, ...field } = useFieldProps<string | null, typeof props>(props);
  const options = toOptions(choices);
  return (
    <SingleSelect
      {...field}
      inputRef={ref}
      options={options}
      chosen={options.find((option) => option.value === value) ?? null}
      onChange={(option) => onChange(option?.value ?? null)}
      emptyText={noOptionsText}
    />
  );
}

/** A combobox for any number of choices. */
export function AutocompleteArrayInput({
  choices,
  noOptionsText,
  ...props
}: AutocompleteProps<string[]>) {
  const { value, ref, ...field } = useFieldProps<string[], typeof props>(props);
  return (
    <MultiSelect
      {...field}
      inputRef={ref}
      options={toOptions(choices)}
      chosen={value || []}
      emptyText={noOptionsText}
    />
  );
}

const toOptions = (choices: AutocompleteProps<unknown>['choices']) =>
  choices.map(({ id, name, ...alias }) => ({ ...alias, value: id, label: name }));
