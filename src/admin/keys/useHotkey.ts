import { type RefObject, useEffect, useEffectEvent } from 'react';
import { useShortcutKeys } from './useShortcutKeys';

/** Where a character is typed, or chooses an option. */
const TAKES_CHARACTERS =
  'input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]:not([contenteditable=false]), [role=combobox], [role=listbox]';
const OPEN_DIALOG = 'dialog[open], [aria-modal=true]';

/**
 * Calls a function when a key of one character is pressed, without Ctrl, Alt or the command key, unless the person turned such keys
 * off. A key of a dialog acts when it is pressed there; one of the page, while no dialog is open.
 * @param key as KeyboardEvent's `key`, such as '/', which some keyboards type with Shift
 * @param place an element of the dialog or page that the key is one of
 * @returns whether such keys are on
 *
 * @example
 * const input = useRef<HTMLInputElement>(null);
 * const isOn = useHotkey('/', () => input.current?.focus(), input);
 */
export function useHotkey(
  key: string,
  onPress: () => void,
  place: RefObject<Element | null>,
): boolean {
  const { isOn } = useShortcutKeys();
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== key || !isMeant(event, place.current)) return;
    event.preventDefault();
    onPress();
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [isOn]);
  return isOn;
}

function isMeant(event: KeyboardEvent, place: Element | null): boolean {
  const { target, altKey, ctrlKey, metaKey, defaultPrevented } = event;
  if (altKey || ctrlKey || metaKey || defaultPrevented || !(target instanceof Element))
    return false;
  if (target.closest(TAKES_CHARACTERS)) return false;
  const dialog = place?.closest(OPEN_DIALOG);
  return dialog ? dialog.contains(target) : !document.querySelector(OPEN_DIALOG);
}
