import { type Ref, useImperativeHandle, useLayoutEffect, useState } from 'react';
import { sameKey } from '../../contract/textMatching';
import { useT } from '../i18n/I18nProvider';
import styles from './combobox.module.css';
import { type ControlProps, Field, type FieldProps } from './Field';
import { readPreHydrationInput } from './readPreHydrationInput';
import { useIsHydrating } from './useIsHydrating';
import {
  filterOptions,
  hasNamesake,
  type Option,
  OptionMenu,
  useSelectMenu,
} from './useSelectMenu';

interface Props extends FieldProps {
  name: string;
  options: readonly Option[];
  chosen: Option | null;
  onChange: (option: Option | null) => void;
  /** Filters the options by the typed text; by default keeps those that contain it. */
  filter?: (options: readonly Option[], text: string) => readonly Option[];
  placeholder?: string;
  /** Shown when there are no options. */
  emptyText: string;
  /** For a form that manages the focus. */
  inputRef?: Ref<HTMLInputElement>;
}

/** A labelled combobox for one of many options, filtered by typing part of a label. */
export function SingleSelect(props: Props) {
  const { label, hint, optional, error } = props;
  return (
    <Field label={label} hint={hint} optional={optional} error={error}>
      {(control) => <SingleCombobox {...props} control={control} />}
    </Field>
  );
}

function SingleCombobox({
  control,
  name,
  options,
  chosen,
  onChange,
  filter = filterOptions,
  placeholder,
  emptyText,
  inputRef,
}: Props & { control: ControlProps }) {
  const t = useT();
  /** The text being typed; null while the input shows the chosen option. */
  const [typed, setTyped] = useState<string | null>(null);
  const shown = filter(options, typed ?? '');

  const menu = useSelectMenu({
    id: control.id,
    options: shown,
    all: options,
    text: typed ?? chosen?.label ?? '',
    typing: Boolean(typed),
    onPick: (option) => {
      onChange(option);
      setTyped(null);
    },
    onLeave: () => {
      const named = findByName(options, typed);
      if (named) onChange(named);
      setTyped(null);
    },
  });

  useImperativeHandle(inputRef, () => menu.input.current as HTMLInputElement);

  const isHydrating = useIsHydrating();
  const [wasServerRendered] = useState(isHydrating);
  const [replaced] = useState(() => (isHydrating ? null : readPreHydrationInput(name)));
  const { input, open } = menu;
  // Text typed before hydration: read before the next render, which would lose it.
  useLayoutEffect(() => {
    if (!input.current || !(wasServerRendered || replaced)) return;
    if (replaced?.hasFocus) input.current.focus();
    const before = replaced ? replaced.values[0] : input.current.value;
    const hasFocus = document.activeElement === input.current;
    if (hasFocus) open();
    const named = findByName(options, before);
    if (named && !hasFocus) onChange(named);
    else if (before) setTyped(before);
    // oxlint-disable-next-line react/exhaustive-deps -- only on mount, while the former page's controls are there
  }, []);

  return (
    <div className={styles.combobox}>
      <div className={styles.box}>
        <input
          {...menu.getInputProps({
            ...menu.inputProps,
            onChange: (event) => {
              setTyped(event.currentTarget.value);
              if (event.currentTarget.value === '') onChange(null);
            },
          })}
          {...control}
          name={name}
          // The browser's own list, until hydration.
          list={isHydrating ? `${control.id}-list` : undefined}
          placeholder={placeholder}
          onClickCapture={(event) => event.currentTarget.select()}
          className={styles.input}
        />
        <button
          {...menu.getToggleButtonProps()}
          type="button"
          aria-label={t('select.show')}
          className={styles.toggle}
        />
      </div>
      {isHydrating && (
        <datalist id={`${control.id}-list`}>
          {options.map(({ value, label }) => (
            <option key={value}>{label}</option>
          ))}
        </datalist>
      )}
      <OptionMenu
        menu={menu}
        options={shown}
        isChosen={(option) => option.value === chosen?.value}
        emptyText={emptyText}
      />
    </div>
  );
}

/** The option of which a name is the same as the text; undefined without one, or if another has the same name. */
function findByName(
  options: readonly Option[],
  text: string | null | undefined,
): Option | undefined {
  if (!text?.trim()) return undefined;
  const key = sameKey(text);
  const found = options.find(({ label, alias = label }) =>
    [label, alias].some((name) => sameKey(name) === key),
  );
  return found && hasNamesake(found, options) ? undefined : found;
}
