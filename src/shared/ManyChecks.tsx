import { useLayoutEffect, useRef } from 'react';
import { SELECTS } from '../../contract/constants';
import type { ControlProps } from './Field';
import styles from './ManyChecks.module.css';
import type { Option } from './useSelectMenu';

interface Props {
  label: string;
  control: ControlProps;
  name: string;
  options: readonly Option[];
  placeholder: string | undefined;
  /** Told what is checked, as soon as somebody listens and with each change. */
  onChange: (values: string[]) => void;
  /** The person is elsewhere: now the combobox can stand here. */
  onLeave: () => void;
}

/**
 * What stands in for the combobox while no script has arrived: a box that looks like it and opens to plain check boxes. It
 * stays while the person is still in it, so that nothing moves under their finger.
 */
export function ManyChecks(props: Props) {
  const { control, name, options, placeholder } = props;
  const box = useRef<HTMLDetailsElement>(null);
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });

  // In a layout effect: before anything is drawn again, which would forget what was checked.
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const report = () => {
      const checked = element.querySelectorAll<HTMLInputElement>('input:checked');
      latest.current.onChange([...checked].map(({ value }) => value));
    };
    if (element.querySelector(':checked')) report();
    // Or is being pressed: such a press has the page taken over at once, and is about to open the box.
    const isIn = element.open || element.matches(':active, :focus-within');
    if (!isIn) {
      latest.current.onLeave();
      return undefined;
    }
    let leaving: ReturnType<typeof setTimeout>;
    const elsewhere = new AbortController();
    const { signal } = elsewhere;
    const look = ({ target }: Event) => {
      if (target instanceof Node && element.contains(target)) return;
      leaving = setTimeout(() => latest.current.onLeave(), SELECTS.closeAfterBlur);
    };
    element.addEventListener('change', report, { signal });
    document.addEventListener('focusin', look, { signal });
    document.addEventListener('pointerdown', look, { signal });
    return () => {
      clearTimeout(leaving);
      elsewhere.abort();
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
        {/* One of them is shown for each box that is checked, by the style sheet alone. */}
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
              {label}
            </label>
          </li>
        ))}
      </ul>
    </details>
  );
}
