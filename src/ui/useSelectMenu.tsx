import {
  useCombobox,
  type UseComboboxStateChange,
  type UseComboboxStateChangeOptions,
} from 'downshift';
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { SELECTS } from '../../contract/constants';
import { createMatcher, sameKey } from '../../contract/textMatching';
import { useT } from '../i18n/I18nProvider';
import styles from './OptionMenu.module.css';

export interface Option {
  readonly value: string;
  readonly label: string;
  /** Another name that finds the option, such as the one on the wire. */
  readonly alias?: string;
}

const { stateChangeTypes: types } = useCombobox;

interface SelectMenuOptions {
  id: string;
  /** The options to show, already filtered. */
  options: readonly Option[];
  /** All options; by default those shown. Typed text never chooses one of several with the same name. */
  all?: readonly Option[];
  /** The value of the input. */
  text: string;
  /** Whether that value is being typed, so that Enter may choose the first match. */
  typing: boolean;
  onPick: (option: Option) => void;
  /** Called when the control has lost the focus and its list has closed. */
  onLeave: () => void;
  /** Whether the list stays open after a pick. */
  keepOpen?: boolean;
}

/** Shared logic of the comboboxes: an input with a list that closes a moment after blur (spec section 9). */
export function useSelectMenu(props: SelectMenuOptions) {
  const { id, options, all = options, text, typing, onPick, onLeave } = props;
  const [isOpen, setOpen] = useState(false);
  /** Whether the highlight was moved by key or pointer since the text was typed. */
  const [isHighlightMoved, setHighlightMoved] = useState(false);
  const closeTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => () => clearTimeout(closeTimer.current), []);

  const closeSoon = () => {
    // One timer at a time: an earlier one would still close the list, or outlive the control.
    clearTimeout(closeTimer.current);
    closeTimer.current = setTimeout(() => {
      setOpen(false);
      onLeave();
    }, SELECTS.closeAfterBlur);
  };

  /** Whether the highlighted option is only the first match of the typed text, and another option has the same name. */
  const isAmbiguous = ({ highlightedIndex }: { highlightedIndex: number }) => {
    const option = typing && !isHighlightMoved ? options[highlightedIndex] : undefined;
    return option !== undefined && hasNamesake(option, all);
  };

  const combobox = useCombobox<Option>({
    inputId: id,
    labelId: `${id}-label`,
    menuId: `${id}-menu`,
    items: options as Option[],
    itemToString: (option) => option?.label ?? '',
    defaultHighlightedIndex: typing ? 0 : -1,
    // Controlled: the chosen option, the text and whether the list is open. Only the highlight is downshift's state.
    selectedItem: null,
    inputValue: text,
    isOpen,
    stateReducer: (state, action) =>
      nextState({ ...state, startsAtEnd: !state.isOpen || isAmbiguous(state) }, action, props),
    onIsOpenChange: (change: UseComboboxStateChange<Option>) => {
      if (change.type === types.InputBlur) return closeSoon();
      setOpen(change.isOpen ?? false);
    },
  });

  const hasAmbiguousHighlight = isAmbiguous(combobox);

  // For event handlers. downshift's `onSelectedItemChange` runs in an effect, and never for a click that comes after the
  // rendering of the pointer's movement and before its effects: one in fifty fast clicks would be lost.
  const pick = (option: Option) => {
    onPick(option);
    // A pick from a list that was about to close brings the focus back.
    input.current?.focus();
  };

  const onFocus = () => clearTimeout(closeTimer.current);
  const onBlur = () => {
    if (!isOpen) onLeave();
  };
  // downshift reports opening only after the event: a quick Enter would find the list closed and submit the form.
  const onInput = () => {
    setOpen(true);
    setHighlightMoved(false);
  };
  const onKeyDown = (event: KeyboardEvent & { preventDownshiftDefault?: boolean }) => {
    const highlighted = isOpen ? options[combobox.highlightedIndex] : undefined;
    if (highlighted && isPickingKey(event)) {
      if (!hasAmbiguousHighlight) return pick(highlighted);
      // The list stays open, and no form is sent: the person has yet to choose.
      event.preventDefault();
      event.preventDownshiftDefault = true;
      return;
    }
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') setOpen(true);
    if (MOVING_KEYS.has(event.key)) setHighlightMoved(true);
    if (event.key !== 'Escape') return;
    // Escape closes the list if it is open, else the surrounding dialog, never both.
    if (isOpen) event.stopPropagation();
    else event.preventDownshiftDefault = true;
  };

  // downshift highlights the first match even if there is none, and keeps its index when the options become fewer.
  const isDangling = combobox.highlightedIndex >= options.length;

  return {
    ...combobox,
    highlightedIndex: hasAmbiguousHighlight ? -1 : combobox.highlightedIndex,
    isOpen,
    onPointerMove: () => setHighlightMoved(true),
    open: () => setOpen(true),
    pick,
    input,
    inputProps: {
      ref: input,
      onFocus,
      onBlur,
      onInput,
      onKeyDown,
      ...((isDangling || hasAmbiguousHighlight) && { 'aria-activedescendant': undefined }),
    },
  };
}

/** In Safari, the only sign of a key that ends the composition of a character; downshift heeds it, too. */
const COMPOSING = 229;

/** The keys for which downshift selects the highlighted option. */
const isPickingKey = ({ key, altKey, which }: KeyboardEvent) =>
  (key === 'Enter' && which !== COMPOSING) || (key === 'ArrowUp' && altKey);

/** The keys that move the highlight. */
const MOVING_KEYS: ReadonlySet<string> = new Set(
  'ArrowDown ArrowUp PageDown PageUp Home End'.split(' '),
);

const namesOf = ({ label, alias = label }: Option) => [sameKey(label), sameKey(alias)];

/** Whether another option has a name of this one. */
export function hasNamesake(option: Option, all: readonly Option[]): boolean {
  const names = namesOf(option);
  return all.some(
    (other) => other.value !== option.value && namesOf(other).some((name) => names.includes(name)),
  );
}

/** State reducer: where this app departs from downshift's defaults. */
function nextState(
  { highlightedIndex, startsAtEnd }: { highlightedIndex: number; startsAtEnd: boolean },
  { type, changes }: UseComboboxStateChangeOptions<Option>,
  { options, keepOpen, typing }: SelectMenuOptions,
) {
  const last = options.length - 1;
  if (keepOpen && (type === types.ItemClick || type === types.InputKeyDownEnter)) {
    return { ...changes, isOpen: true, highlightedIndex: typing ? -1 : highlightedIndex };
  }
  // Opening with an arrow key highlights the first or last option at once: Enter then chooses it instead of submitting the
  // form.
  if (type === types.InputKeyDownArrowDown && startsAtEnd)
    return { ...changes, highlightedIndex: 0 };
  if (type === types.InputKeyDownArrowUp && startsAtEnd)
    return { ...changes, highlightedIndex: last };
  if (type === types.InputKeyDownPageUp) {
    return { ...changes, highlightedIndex: Math.max(highlightedIndex - SELECTS.pageSize, 0) };
  }
  if (type === types.InputKeyDownPageDown) {
    return { ...changes, highlightedIndex: Math.min(highlightedIndex + SELECTS.pageSize, last) };
  }
  return changes;
}

/** The options of which a name is found by the text. An empty text keeps all. */
export function filterOptions(options: readonly Option[], text: string): readonly Option[] {
  const isFound = createMatcher(text);
  return options.filter(({ label, alias }) => isFound(label) || (alias && isFound(alias)));
}

interface Props {
  menu: ReturnType<typeof useSelectMenu>;
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

  // On a phone the list would open below the fold or behind the keyboard, or be pushed there by the chip of a choice. Before
  // the paint: nothing moves under a finger that chooses the next option.
  const chosenCount = options.filter(isChosen).length;
  useLayoutEffect(() => {
    if (menu.isOpen) popup.current?.scrollIntoView?.({ block: 'nearest' });
  }, [menu.isOpen, chosenCount]);

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
              {...menu.getItemProps({
                item: option,
                index,
                'aria-selected': isChosen(option),
                onClick: () => menu.pick(option),
                onMouseMove: menu.onPointerMove,
              })}
              className={styles.option}
              data-highlighted={index === menu.highlightedIndex || undefined}
            >
              <bdi>{option.label}</bdi>
            </li>
          ))}
      </ul>
      <p role="status" className={isEmpty ? styles.empty : undefined}>
        {isEmpty && emptyText}
      </p>
    </div>
  );
}
