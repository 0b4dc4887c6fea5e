import {
  type KeyboardEvent,
  type Ref,
  useImperativeHandle,
  useLayoutEffect,
  useState,
} from 'react';
import { useT } from '../i18n/I18nProvider';
import { CheckboxGroup } from './CheckboxGroup';
import styles from './combobox.module.css';
import { type ControlProps, Field, type FieldProps } from './Field';
import { readPreHydrationInput } from './readPreHydrationInput';
import { useIsHydrating } from './useIsHydrating';
import { filterOptions, type Option, OptionMenu, useSelectMenu } from './useSelectMenu';

interface Props extends FieldProps {
  name: string;
  options: readonly Option[];
  /** The chosen values, in the order they were chosen; any number. */
  chosen: readonly string[];
  onChange: (values: string[]) => void;
  placeholder?: string;
  /** Shown when there are no options. */
  emptyText: string;
  /** For a form that manages the focus. */
  inputRef?: Ref<HTMLInputElement>;
}

/** A labelled combobox for any number of options. Chosen ones appear as chips; each is a button that removes it. */
export function MultiSelect(props: Props) {
  const { label, hint, optional, error } = props;
  return (
    <Field label={label} hint={hint} optional={optional} error={error}>
      {(control) => <MultiControl {...props} control={control} />}
    </Field>
  );
}

type ControlledProps = Props & { control: ControlProps };

/** Checkboxes before hydration, and until the person has left them; then the combobox. */
function MultiControl(props: ControlledProps) {
  const isHydrating = useIsHydrating();
  const [showsCheckboxes, setShowsCheckboxes] = useState(isHydrating);
  const [replaced] = useState(() => (isHydrating ? null : readPreHydrationInput(props.name)));
  useLayoutEffect(() => {
    if (replaced && replaced.values.length > 0) props.onChange([...replaced.values]);
    // oxlint-disable-next-line react/exhaustive-deps -- only on mount, while the former page's controls are there
  }, []);
  if (!showsCheckboxes) return <MultiCombobox {...props} />;
  return <CheckboxGroup {...props} onLeave={() => setShowsCheckboxes(false)} />;
}

function MultiCombobox(props: ControlledProps) {
  const { control, name, options, chosen, onChange, placeholder, emptyText, inputRef } = props;
  const t = useT();
  const [typed, setTyped] = useState('');
  const [announcement, setAnnouncement] = useState('');
  const shown = filterOptions(options, typed);
  const chosenOptions = chosen.flatMap(
    (value) => options.find((item) => item.value === value) ?? [],
  );

  const toggle = (option: Option) => {
    const isChosen = chosen.includes(option.value);
    setAnnouncement(t(isChosen ? 'select.removed' : 'select.added', { option: option.label }));
    setTyped('');
    onChange(
      isChosen ? chosen.filter((value) => value !== option.value) : [...chosen, option.value],
    );
  };

  const menu = useSelectMenu({
    id: control.id,
    options: shown,
    all: options,
    text: typed,
    typing: typed !== '',
    onPick: toggle,
    onLeave: () => setTyped(''),
    keepOpen: true,
  });

  useImperativeHandle(inputRef, () => menu.input.current as HTMLInputElement);

  const onKeyDown = (event: KeyboardEvent) => {
    menu.inputProps.onKeyDown(event);
    const last = chosenOptions.at(-1);
    if (event.key === 'Backspace' && typed === '' && last) toggle(last);
  };

  return (
    <div className={styles.combobox}>
      <div className={styles.box}>
        <Chips
          chosen={chosenOptions}
          onRemove={(option) => {
            toggle(option);
            menu.input.current?.focus();
          }}
        />
        <input
          {...menu.getInputProps({
            ...menu.inputProps,
            onKeyDown,
            onChange: (event) => setTyped(event.currentTarget.value),
          })}
          {...control}
          name={name}
          placeholder={chosen.length === 0 ? placeholder : undefined}
          className={styles.input}
        />
        <button
          {...menu.getToggleButtonProps()}
          type="button"
          aria-label={t('select.show')}
          className={styles.toggle}
        />
      </div>
      <OptionMenu
        menu={menu}
        options={shown}
        isChosen={(option) => chosen.includes(option.value)}
        multiple
        emptyText={emptyText}
      />
      <span role="status" className="visually-hidden">
        {announcement}
      </span>
    </div>
  );
}

/** The chosen options. The word 'Remove' is for screen readers only; the cross shows it. */
function Chips({
  chosen,
  onRemove,
}: {
  chosen: readonly Option[];
  onRemove: (option: Option) => void;
}) {
  const t = useT();
  return (
    <ul className={styles.chips}>
      {chosen.map((option) => (
        <li key={option.value}>
          <button type="button" className={styles.chip} onClick={() => onRemove(option)}>
            <span className="visually-hidden">{t('select.remove')}</span> <bdi>{option.label}</bdi>
            <span aria-hidden="true" className={styles.cross}>
              ×
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
