import KeyboardIcon from '@mui/icons-material/KeyboardOutlined';
import { useRef, useState } from 'react';
import type { StaffTextKey } from '../../i18n/textKeys';
import { useStaffT } from '../../i18n/useStaffT';
import { Button } from '../../ui/Button';
import { CheckField } from '../../ui/CheckField';
import { CloseButton, Dialog } from '../dialog/Dialog';
import styles from './KeysButton.module.css';
import { useHotkey } from './useHotkey';
import { useShortcutKeys } from './useShortcutKeys';

/** The keys in the order of the dialog, with what each does. */
const KEYS: readonly (readonly [keys: readonly string[], text: StaffTextKey])[] = [
  [['/'], 'keys.search'],
  [['↓'], 'keys.down'],
  [['j'], 'keys.next'],
  [['k'], 'keys.previous'],
  [['n'], 'keys.note'],
  [['Enter'], 'keys.submit'],
  [['Ctrl', 'Enter'], 'keys.submitText'],
  [['Esc'], 'keys.close'],
  [['?'], 'keys.help'],
];

/**
 * Opens the list of keys, as '?' does anywhere on its page or in its dialog.
 *
 * @param isIcon shows an icon instead of the text
 *
 * @example
 * <List {...options} actions={<KeysButton isIcon />}>…</List>
 */
export function KeysButton({ isIcon = false }: { readonly isIcon?: boolean }) {
  const t = useStaffT();
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLDivElement>(null);
  useHotkey('?', () => setOpen(true), opener);

  return (
    <div ref={opener} className={styles.opener}>
      <Button
        variant="quiet"
        aria-haspopup="dialog"
        aria-label={isIcon ? t('keys.title') : undefined}
        title={isIcon ? t('keys.title') : undefined}
        onClick={() => setOpen(true)}
      >
        {isIcon ? <KeyboardIcon fontSize="small" /> : t('keys.title')}
      </Button>
      {isOpen && <KeysDialog onClose={() => setOpen(false)} />}
    </div>
  );
}

/** What each key does, and the switch for those of one character, which people who speak their input may need to turn off. */
function KeysDialog({ onClose }: { onClose: () => void }) {
  const t = useStaffT();
  const { isOn, setOn } = useShortcutKeys();
  return (
    <Dialog title={t('keys.title')} width="sm" onClose={onClose} actions={<CloseButton />}>
      <dl className={styles.keys}>
        {KEYS.map(([keys, text]) => (
          <div key={text}>
            <dt>
              {keys.map((key, at) => (
                <span key={key}>
                  {at > 0 && <span> + </span>}
                  <kbd>{key}</kbd>
                </span>
              ))}
            </dt>
            <dd>{t(text)}</dd>
          </div>
        ))}
      </dl>
      <CheckField
        label={t('keys.switch')}
        checked={isOn}
        onChange={(event) => setOn(event.currentTarget.checked)}
      />
      <p className={styles.hint}>{t('keys.switchHint')}</p>
    </Dialog>
  );
}
