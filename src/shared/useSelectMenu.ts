import {
  useCombobox,
  type UseComboboxStateChange,
  type UseComboboxStateChangeOptions,
} from 'downshift';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { SELECTS } from '../../contract/constants';

export interface Option {
  readonly value: string;
  readonly label: string;
}

const { stateChangeTypes: types } = useCombobox;

interface SelectMenuOptions {
  id: string;
  /** The options to show, already filtered. */
  options: readonly Option[];
  /** What stands in the input. */
  text: string;
  /** Whether what stands there is being typed, so that Enter may take the first match. */
  typing: boolean;
  onPick: (option: Option) => void;
  /** The person has left the control and its list has closed. */
  onLeave: () => void;
  /** Whether the list stays open after a pick. */
  keepOpen?: boolean;
}

/** What the two comboboxes share: an input over a list that closes a moment after the focus has left (spec section 9). */
export function useSelectMenu(props: SelectMenuOptions) {
  const { id, options, text, typing, onPick, onLeave, keepOpen = false } = props;
  const [isOpen, setOpen] = useState(false);
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => () => clearTimeout(closing.current), []);

  const leaveSoon = () => {
    // One timer at a time: an earlier one, forgotten here, would still close the list, or outlive the control.
    clearTimeout(closing.current);
    closing.current = setTimeout(() => {
      setOpen(false);
      onLeave();
    }, SELECTS.closeAfterBlur);
  };

  const combobox = useCombobox<Option>({
    inputId: id,
    labelId: `${id}-label`,
    menuId: `${id}-menu`,
    items: options as Option[],
    itemToString: (option) => option?.label ?? '',
    defaultHighlightedIndex: typing ? 0 : -1,
    // Which option is chosen, what is typed and whether the list is open is known outside; downshift keeps the highlight.
    selectedItem: null,
    inputValue: text,
    isOpen,
    stateReducer: (state, action) =>
      nextState(state, action, { count: options.length, keepOpen, typing }),
    onSelectedItemChange: ({ selectedItem }) => {
      if (!selectedItem) return;
      onPick(selectedItem);
      // A pick in a list that was about to close means that the person is back.
      input.current?.focus();
    },
    onIsOpenChange: (change: UseComboboxStateChange<Option>) => {
      if (change.type === types.InputBlur) return leaveSoon();
      setOpen(change.isOpen ?? false);
    },
  });

  const onFocus = () => clearTimeout(closing.current);
  const onBlur = () => {
    if (!isOpen) onLeave();
  };
  // downshift tells of opening only after the event; by then a quick Enter would have found the list closed, and sent the form.
  const onInput = () => setOpen(true);
  const onKeyDown = (event: KeyboardEvent & { preventDownshiftDefault?: boolean }) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') setOpen(true);
    if (event.key !== 'Escape') return;
    // Escape closes the list if it is open, else the dialog around it, never both.
    if (isOpen) event.stopPropagation();
    else event.preventDownshiftDefault = true;
  };

  return {
    ...combobox,
    isOpen,
    open: () => setOpen(true),
    input,
    inputProps: { ref: input, onFocus, onBlur, onInput, onKeyDown },
  };
}

interface NextStateOptions {
  count: number;
  keepOpen: boolean;
  typing: boolean;
}

/** Where the house departs from downshift's own ways. */
function nextState(
  { highlightedIndex, isOpen }: { highlightedIndex: number; isOpen: boolean },
  { type, changes }: UseComboboxStateChangeOptions<Option>,
  { count, keepOpen, typing }: NextStateOptions,
) {
  // Leaving chooses nothing: a wrong site must not slip in.
  if (type === types.InputBlur) return { ...changes, selectedItem: null };
  if (keepOpen && (type === types.ItemClick || type === types.InputKeyDownEnter)) {
    return { ...changes, isOpen: true, highlightedIndex: typing ? -1 : highlightedIndex };
  }
  // Opening with an arrow goes to the first or last option at once: Enter then takes it, and does not send the form.
  if (type === types.InputKeyDownArrowDown && !isOpen) return { ...changes, highlightedIndex: 0 };
  if (type === types.InputKeyDownArrowUp && !isOpen) {
    return { ...changes, highlightedIndex: count - 1 };
  }
  if (type === types.InputKeyDownPageUp) {
    return { ...changes, highlightedIndex: Math.max(highlightedIndex - SELECTS.pageSize, 0) };
  }
  if (type === types.InputKeyDownPageDown) {
    return {
      ...changes,
      highlightedIndex: Math.min(highlightedIndex + SELECTS.pageSize, count - 1),
    };
  }
  return changes;
}
