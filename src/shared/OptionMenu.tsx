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
  /** Whether several options can be chosen: such a list stays open, so it makes room for itself and covers nothing. */
  several?: boolean;
  /** Said instead of the options: that there are none, or none yet. */
  emptyText: string;
}

/** The list below a combobox's input. */
export function OptionMenu({ menu, options, isChosen, several, emptyText }: Props) {
  const t = useT();
  const popup = useRef<HTMLDivElement>(null);
  const isEmpty = menu.isOpen && options.length === 0;

  // On a phone the list would open below the fold or the keyboard.
  useEffect(() => {
    if (menu.isOpen) popup.current?.scrollIntoView?.({ block: 'nearest' });
  }, [menu.isOpen]);

  return (
    <div
      ref={popup}
      className={several ? styles.popup : `${styles.popup} ${styles.over}`}
      hidden={!menu.isOpen}
    >
      <ul
        {...menu.getMenuProps({
          'aria-label': t('select.options'),
          'aria-multiselectable': several,
          // A list that scrolls would be a stop of its own for the Tab key, and take the focus with it when it closes.
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
