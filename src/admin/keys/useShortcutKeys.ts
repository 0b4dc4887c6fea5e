/** Keys of one character that act at once (WCAG 2.1.4: they can be turned off). */
import { useStore } from 'react-admin';

const COOKIE = 'shortcutKeys';
const ONE_YEAR = 31_536_000;
/** Where a character is typed, or chooses an option. */
const TYPING = 'input, textarea, select, [contenteditable], [role="combobox"], [role="listbox"]';

/** What is known of a key press, of the browser's event as of React's. */
interface Press {
  readonly key: string;
  readonly target: EventTarget | null;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly defaultPrevented: boolean;
  preventDefault: () => void;
}

/**
 * Whether keys of one character act, and a function that turns them on or off. Stored in a cookie that identifies nobody, as the
 * language is.
 */
export function useShortcutKeys() {
  const [stored, store] = useStore<boolean | null>('shortcutKeys', null);
  const isOn = stored ?? !document.cookie.includes(`${COOKIE}=off`);
  const setOn = (next: boolean) => {
    document.cookie = `${COOKIE}=${next ? 'on' : 'off'}; path=/; max-age=${ONE_YEAR}; SameSite=Strict`;
    store(next);
  };
  return { isOn, setOn };
}

/**
 * Runs the action of a pressed key: not while something is typed or chosen, and not together with Ctrl, Alt or the command key.
 * @param actions by key, as KeyboardEvent names it, such as 'j' or '?'
 */
export function runShortcut(
  press: Press,
  actions: Readonly<Record<string, (() => void) | undefined>>,
): void {
  const { key, target, altKey, ctrlKey, metaKey, defaultPrevented } = press;
  if (altKey || ctrlKey || metaKey || defaultPrevented) return;
  if (target instanceof Element && target.closest(TYPING)) return;
  const action = Object.hasOwn(actions, key) ? actions[key] : undefined;
  if (!action) return;
  press.preventDefault();
  action();
}
