import { useStore } from 'react-admin';

const COOKIE = 'shortcutKeys';
const ONE_YEAR = 31_536_000;

/**
 * Whether keys of one character act (WCAG 2.1.4: they can be turned off), and a function that turns them on or off. Stored in a
 * cookie that identifies nobody, as the language is.
 *
 * @example
 * const { isOn, setOn } = useShortcutKeys();
 * return <Checkbox checked={isOn} onChange={(event) => setOn(event.target.checked)} />;
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
