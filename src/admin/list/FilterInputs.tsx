import type { ComponentProps, KeyboardEvent, ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { LENGTHS } from '../../../contract/constants';
import type { StaffTextKey } from '../../i18n/textKeys';
import { useStaffT } from '../../i18n/useStaffT';
import controls from '../../shared/controls.module.css';
import styles from './FilterForm.module.css';

interface FilterInputProps {
  /** The name of the value in the form. */
  readonly source: string;
  readonly label: StaffTextKey;
}

function FilterField({ label, children }: { label: StaffTextKey; children: ReactNode }) {
  const t = useStaffT();
  return (
    <label className={styles.field}>
      <span className={styles.label}>{t(label)}</span>
      {children}
    </label>
  );
}

/** A text to filter by. */
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

export interface FilterChoice {
  readonly id: string;
  readonly name: StaffTextKey;
}

/** A select does not submit its form by Enter. */
function submitOnEnter(event: KeyboardEvent<HTMLSelectElement>): void {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

/** A choice to filter by; none filters nothing. */
export function FilterSelectInput({
  source,
  label,
  choices,
}: FilterInputProps & { choices: readonly FilterChoice[] }) {
  const t = useStaffT();
  const { register } = useFormContext();
  return (
    <FilterField label={label}>
      <select {...register(source)} onKeyDown={submitOnEnter} className={controls.select}>
        <option value="">{t('referralFilters.any')}</option>
        {choices.map(({ id, name }) => (
          <option key={id} value={id}>
            {t(name)}
          </option>
        ))}
      </select>
    </FilterField>
  );
}
