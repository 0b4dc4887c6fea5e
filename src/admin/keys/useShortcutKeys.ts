import { useStore } from 'react-admin';
import { readCookie, writeCookie } from '../../i18n/cookies';

const COOKIE = 'shortcutKeys';

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
  const isOn = stored ?? readCookie(COOKIE) !== 'off';
  const setOn = (next: boolean) => {
    writeCookie(COOKIE, next ? 'on' : 'off');
    store(next);
  };
  return { isOn, setOn };
}
