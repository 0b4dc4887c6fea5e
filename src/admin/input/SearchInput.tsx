import SearchIcon from '@mui/icons-material/Search';
import type { ComponentProps } from 'react';
import controls from '../../ui/controls.module.css';
import { onEscape } from '../dialog/Dialog';
import styles from './SearchInput.module.css';

interface Props extends Omit<ComponentProps<'input'>, 'type' | 'className' | 'value' | 'onChange'> {
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** The key that focuses it, shown until something is typed; not on touch screens. */
  readonly hotkey?: string;
}

/**
 * A search field, like react-admin's component of that name: with a magnifier, by which it differs from a field that saves. Escape
 * empties it. Its label is the caller's.
 *
 * @example
 * <label htmlFor={id}>{t('sites.search')}</label>
 * <SearchInput id={id} value={text} onChange={search} />
 */
export function SearchInput({ value, onChange, onKeyDown, hotkey, ...props }: Props) {
  return (
    <div className={styles.search}>
      <SearchIcon fontSize="small" className={styles.icon} />
      <input
        autoComplete="off"
        enterKeyHint="search"
        {...props}
        type="search"
        aria-keyshortcuts={hotkey}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (value !== '') onEscape(() => onChange(''))(event);
          onKeyDown?.(event);
        }}
        className={controls.control}
      />
      {hotkey && (
        <kbd className={styles.key} aria-hidden="true">
          {hotkey}
        </kbd>
      )}
    </div>
  );
}
