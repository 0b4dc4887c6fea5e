/**
 * Labelled inputs with react-admin's names and props, for any form of react-hook-form. `label`, `helperText` and the choices are
 * texts, not keys.
 */
import type { ReactNode } from 'react';
import { CheckField } from '../CheckField';
import { MultiSelect } from '../MultiSelect';
import { SingleSelect } from '../SingleSelect';
import { SelectField, TextAreaField, TextField } from '../TextFields';
import { useInput, type UseInputOptions } from './useInput';

interface InputProps<Value> extends UseInputOptions<Value> {
  label: string;
  helperText?: ReactNode;
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
  choices: readonly { readonly id: string; readonly name: string }[];
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
  choices.map(({ id, name }) => ({ value: id, label: name }));
