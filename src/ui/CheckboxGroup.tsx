import { useLayoutEffect, useRef } from 'react';
import { SELECTS } from '../../contract/constants';
import type { ControlProps } from './Field';
import styles from './CheckboxGroup.module.css';
import type { Option } from './useSelectMenu';

interface Props {
  label: string;
  control: ControlProps;
  name: string;
  options: readonly Option[];
  placeholder?: string;
  /** Called with the checked values, on hydration and on each change. */
  onChange: (values: string[]) => void;
  /** Called once the person has left: the combobox can replace this now. */
  onLeave: () => void;
}

/**
 * Stands in for the combobox before hydration: a box that looks like it and opens to plain checkboxes. It stays while the
 * person is using it, so that nothing moves under their finger.
 */
export function CheckboxGroup(props: Props) {
  const { control, name, options, placeholder } = props;
  const box = useRef<HTMLDetailsElement>(null);
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });

  // A layout effect runs before the next render, which would lose what was checked.
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const report = () => {
      const checked = element.querySelectorAll<HTMLInputElement>('input:checked');
      latest.current.onChange([...checked].map(({ value }) => value));
    };
    if (element.querySelector(':checked')) report();
    // `:active`: a press makes React hydrate the page at once, and is about to open the box.
    const isInUse = element.open || element.matches(':active, :focus-within');
    if (!isInUse) {
      latest.current.onLeave();
      return undefined;
    }
    let leaveTimer: ReturnType<typeof setTimeout>;
    const listeners = new AbortController();
    const { signal } = listeners;
    const leaveIfOutside = ({ target }: Event) => {
      if (target instanceof Node && element.contains(target)) return;
      leaveTimer = setTimeout(() => latest.current.onLeave(), SELECTS.closeAfterBlur);
    };
    element.addEventListener('change', report, { signal });
    document.addEventListener('focusin', leaveIfOutside, { signal });
    document.addEventListener('pointerdown', leaveIfOutside, { signal });
    return () => {
      clearTimeout(leaveTimer);
      listeners.abort();
    };
  }, []);

  return (
    <details ref={box} className={styles.box}>
      <summary
        id={control.id}
        aria-label={`${props.label}: ${placeholder}`}
        aria-describedby={control['aria-describedby']}
        className={styles.summary}
      >
        <span className={styles.placeholder}>{placeholder}</span>
        {/* CSS alone shows the chip of each checked box. */}
        {options.map(({ value, label }) => (
          <span key={value} className={styles.chip}>
            {label}
          </span>
        ))}
      </summary>
      <ul className={styles.list}>
        {options.map(({ value, label }) => (
          <li key={value}>
            <label className={styles.option}>
              <input type="checkbox" name={name} value={value} autoComplete="off" />
              <span>{label}</span>
            </label>
          </li>
        ))}
      </ul>
    </details>
  );
}
