import type { UseComboboxReturnValue } from 'downshift';
import { useEffect, useRef } from 'react';
import { useT } from '../i18n/I18nProvider';
import styles from './OptionMenu.module.css';
import type { Option } from './useSelectMenu';

interface Props {
  menu: Pick<
    UseComboboxReturnValue<Option>,
    'isOpen' | 'highlightedIndex' | 'getMenuProps' | 'getItemProps'
  >;
  options: readonly Option[];
  isChosen: (option: Option) => boolean;
  /** Whether several options can be chosen: such a list stays open, so it takes its own space instead of covering others. */
  multiple?: boolean;
  /** Shown instead of the options when there are none, or none yet. */
  emptyText: string;
}

/** The list of options below a combobox's input. */
export function OptionMenu({ menu, options, isChosen, multiple, emptyText }: Props) {
  const t = useT();
  const popup = useRef<HTMLDivElement>(null);
  const isEmpty = menu.isOpen && options.length === 0;

  // On a phone the list would open below the fold or behind the keyboard.
  useEffect(() => {
    if (menu.isOpen) popup.current?.scrollIntoView?.({ block: 'nearest' });
  }, [menu.isOpen]);

  return (
    <div
      ref={popup}
      className={multiple ? styles.popup : `${styles.popup} ${styles.over}`}
      hidden={!menu.isOpen}
    >
      <ul
        {...menu.getMenuProps({
          'aria-label': t('select.options'),
          'aria-multiselectable': multiple,
          // Browsers make a scrollable list a tab stop; the focus would be lost when it closes.
          tabIndex: -1,
        })}
        className={styles.list}
      >
        {menu.isOpen &&
          options.map((option, index) => (
            <li
              key={option.value}
              {...menu.getItemProps({ item: option, index, 'aria-selected': isChosen(option) })}
              className={styles.option}
              data-highlighted={index === menu.highlightedIndex || undefined}
            >
              {option.label}
            </li>
          ))}
      </ul>
      <p role="status" className={isEmpty ? styles.empty : undefined}>
        {isEmpty && emptyText}
      </p>
    </div>
  );
}
