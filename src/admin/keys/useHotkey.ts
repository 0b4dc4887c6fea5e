import { useEffect, useEffectEvent } from 'react';
import { useShortcutKeys } from './useShortcutKeys';

/** Where a key is typed, or chooses by its letter. */
const TAKES_KEYS =
  'input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]:not([contenteditable=false])';
const OPEN_DIALOG = 'dialog[open], [aria-modal=true]';

/**
 * Calls a function when a key is pressed outside of inputs and dialogs, without a modifier, unless the person turned such keys off.
 * @param key as KeyboardEvent's `key`, such as '/', which some keyboards type with Shift
 */
export function useHotkey(key: string, onPress: () => void): void {
  const press = useEffectEvent(onPress);
  const { isOn } = useShortcutKeys();
  useEffect(() => {
    if (!isOn) return undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      const { target, ctrlKey, metaKey, altKey, repeat, isComposing } = event;
      if (event.key !== key || ctrlKey || metaKey || altKey || repeat || isComposing) return;
      if (event.defaultPrevented || document.querySelector(OPEN_DIALOG)) return;
      if (target instanceof Element && target.closest(TAKES_KEYS)) return;
      event.preventDefault();
      press();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [key, isOn]);
}
