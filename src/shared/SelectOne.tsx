import { useLayoutEffect, useState } from 'react';
import { useT } from '../i18n/I18nProvider';
import styles from './combobox.module.css';
import { type ControlProps, Field, type FieldProps } from './Field';
import { filterOptions } from './filterOptions';
import { OptionMenu } from './OptionMenu';
import { type Option, useSelectMenu } from './useSelectMenu';
import { useTakingOver } from './useTakingOver';

interface Props extends FieldProps {
  name: string;
  options: readonly Option[];
  chosen: Option | null;
  onChange: (option: Option | null) => void;
  /** Which options a typed text leaves; by default those that contain it. */
  filter?: (options: readonly Option[], text: string) => readonly Option[];
  placeholder?: string;
  /** Said when there is nothing to choose from. */
  emptyText: string;
}

/** A labelled combobox for one of many options, found by typing a part of its label. */
export function SelectOne({ label, hint, optional, flag, ...rest }: Props) {
  return (
    <Field label={label} hint={hint} optional={optional} flag={flag}>
      {(control) => <OneCombobox {...rest} control={control} />}
    </Field>
  );
}

type ComboboxProps = Omit<Props, keyof FieldProps> & {
  control: ControlProps;
};

function OneCombobox(props: ComboboxProps) {
  const { control, name, options, chosen, onChange, placeholder, emptyText } = props;
  const { filter = filterOptions } = props;
  const t = useT();
  /** What is being typed; null while the input shows what is chosen. */
  const [typed, setTyped] = useState<string | null>(null);
  const shown = filter(options, typed ?? '');

  const menu = useSelectMenu({
    id: control.id,
    options: shown,
    text: typed ?? chosen?.label ?? '',
    typing: Boolean(typed),
    onPick: (option) => {
      onChange(option);
      setTyped(null);
    },
    onLeave: () => {
      const named = namedBy(options, typed);
      if (named) onChange(named);
      setTyped(null);
    },
  });

  const isTakingOver = useTakingOver();
  const [wasDrawn] = useState(isTakingOver);
  const { input, open } = menu;
  // What was typed before any script had arrived, read before the input is drawn again and would forget it.
  useLayoutEffect(() => {
    if (!wasDrawn || !input.current) return;
    const before = input.current.value;
    const isThere = document.activeElement === input.current;
    if (isThere) open();
    const named = namedBy(options, before);
    if (named && !isThere) onChange(named);
    else if (before) setTyped(before);
    // oxlint-disable-next-line react/exhaustive-deps -- once, at the takeover
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
          // The browser's own list, until there is ours.
          list={isTakingOver ? `${control.id}-list` : undefined}
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
      {isTakingOver && (
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

/** The option of exactly that name, whatever its case. */
function namedBy(options: readonly Option[], text: string | null): Option | undefined {
  const wanted = text?.trim().toLowerCase();
  return options.find((option) => option.label.toLowerCase() === wanted);
}
