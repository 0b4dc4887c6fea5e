import type { KeyboardEvent } from 'react';
import { LENGTHS } from '../../../../contract/constants';
import { useStaffT } from '../../../i18n/useStaffT';
import controls from '../../../shared/controls.module.css';
import styles from './FilterBar.module.css';
import { FILTER_FIELDS, type FilterField } from './filterFields';

interface Props {
  name: FilterField;
  /** Empty where it does not filter. */
  value: string;
  onChange: (value: string) => void;
}

/** A select has no Enter of its own that submits. */
function submitOnEnter(event: KeyboardEvent<HTMLSelectElement>): void {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

/** One field of the filter bar, with its label. */
export function FilterControl({ name, value, onChange }: Props) {
  const t = useStaffT();
  const { label, options, inputMode } = FILTER_FIELDS[name];
  return (
    <label className={styles.field}>
      <span className={styles.label}>{t(label)}</span>
      {options ? (
        <select
          name={name}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={submitOnEnter}
          className={controls.select}
        >
          <option value="">{t('referralFilters.any')}</option>
          {options.map(([option, text]) => (
            <option key={option} value={option}>
              {t(text)}
            </option>
          ))}
        </select>
      ) : (
        <input
          name={name}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          maxLength={LENGTHS.filter}
          inputMode={inputMode}
          enterKeyHint="search"
          className={controls.control}
        />
      )}
    </label>
  );
}
