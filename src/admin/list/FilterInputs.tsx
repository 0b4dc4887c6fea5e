import { type ComponentProps, type KeyboardEvent, useId } from 'react';
import { type FieldValues, useController, useFormContext } from 'react-hook-form';
import type { Elements } from '../../app/elements';
import { LENGTHS } from '../../../contract/constants';
import { today } from '../../i18n/providerTime';
import type { StaffTextKey } from '../../i18n/textKeys';
import { useStaffT } from '../../i18n/useStaffT';
import controls from '../../ui/controls.module.css';
import styles from './FilterForm.module.css';

interface FilterInputProps {
  /** The name of the value in the form. */
  readonly source: string;
  readonly label: StaffTextKey;
}

/** A compact label above an input, and the error below it. */
function FilterField({
  label,
  error,
  children,
}: {
  label: StaffTextKey;
  error?: Elements;
  children: Elements;
}) {
  const t = useStaffT();
  return (
    <div className={styles.field}>
      <label className={styles.field}>
        <span className={styles.label}>{t(label)}</span>
        {children}
      </label>
      {error}
    </div>
  );
}

/**
 * A text to filter by.
 *
 * @example
 * <FilterTextInput source="contact_number" label="referralFilters.contactNumber" inputMode="tel" />
 */
export function FilterTextInput({
  source,
  label,
  inputMode,
}: FilterInputProps & Pick<ComponentProps<'input'>, 'inputMode'>) {
  const { register } = useFormContext();
  return (
    <FilterField label={label}>
      <input
        {...register(source)}
        maxLength={LENGTHS.filter}
        inputMode={inputMode}
        enterKeyHint="search"
        className={controls.control}
      />
    </FilterField>
  );
}

interface FilterDateInputProps extends FilterInputProps {
  /** Checks the day, YYYY-MM-DD or empty, with the other values of the form. */
  readonly validate?: (day: string, values: FieldValues) => StaffTextKey | undefined;
  /** Names of the values whose errors are cleared when this one changes. */
  readonly clearsErrorsOf?: readonly string[];
}

/**
 * A day to filter by.
 *
 * @example
 * <FilterDateInput source="from" label="periods.from" clearsErrorsOf={['to']} />
 * <FilterDateInput
 *   source="to"
 *   label="periods.to"
 *   validate={(to, { from }) => (to !== '' && to < (from as string) ? 'periods.wrong' : undefined)}
 * />
 */
export function FilterDateInput({
  source,
  label,
  validate,
  clearsErrorsOf = [],
}: FilterDateInputProps) {
  const t = useStaffT();
  const id = useId();
  const { register, formState, clearErrors } = useFormContext();
  const inputId = `${id}-input`;
  const isUnfinished = () => {
    const input = document.getElementById(inputId);
    return input instanceof HTMLInputElement && input.validity.badInput;
  };
  const control = register(source, {
    // The value of an unfinished date is empty, which would filter nothing.
    validate: (day: string, values) =>
      isUnfinished() ? 'referralFilters.dateWrong' : validate?.(day, values),
    onChange: () => clearErrors([source, ...clearsErrorsOf]),
  });
  const error = formState.errors[source]?.message as StaffTextKey | undefined;
  const message = error && (
    <p id={id} className={controls.flag}>
      {t(error)}
    </p>
  );
  return (
    <FilterField label={label} error={message}>
      <input
        {...control}
        id={inputId}
        type="date"
        max={today()}
        aria-invalid={error ? true : undefined}
        aria-describedby={error && id}
        className={controls.control}
      />
    </FilterField>
  );
}

export type FilterChoice =
  | { readonly id: string; readonly name: StaffTextKey }
  /** A name that needs no translation. */
  | { readonly id: string; readonly text: string };

/** Submits the form on Enter, which a select does not do itself. */
function submitOnEnter(event: KeyboardEvent<HTMLSelectElement>): void {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

/**
 * A choice to filter by; the empty one filters nothing.
 *
 * @example
 * <FilterSelectInput
 *   source="gender"
 *   label="referralFilters.gender"
 *   choices={SEXES.map((sex) => ({ id: sex, name: `sexes.${sex}` as const }))}
 * />
 */
export function FilterSelectInput({
  source,
  label,
  choices,
  emptyText = 'referralFilters.any',
}: FilterInputProps & { choices: readonly FilterChoice[]; emptyText?: StaffTextKey }) {
  const t = useStaffT();
  // Controlled, so that a value is chosen once its choice is loaded.
  const { field } = useController({ name: source });
  return (
    <FilterField label={label}>
      <select {...field} onKeyDown={submitOnEnter} className={controls.select}>
        <option value="">{t(emptyText)}</option>
        {choices.map((choice) => (
          <option key={choice.id} value={choice.id}>
            {'name' in choice ? t(choice.name) : choice.text}
          </option>
        ))}
      </select>
    </FilterField>
  );
}
