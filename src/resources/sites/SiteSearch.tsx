import { useId } from 'react';
import { useStaffT } from '../../i18n/useStaffT';
import controls from '../../shared/controls.module.css';
import { onEscape } from '../../admin/onEscape';
import styles from './SiteManager.module.css';
import type { SiteListState } from './useSiteList';

/** Narrows the site list while it is typed; Escape empties it. Says how many are left. */
export function SiteSearch({ list }: { list: SiteListState }) {
  const t = useStaffT();
  const id = useId();
  const { text, search, foundCount } = list;
  return (
    <div role="search" className={styles.search}>
      <label htmlFor={id} className={styles.label}>
        {t('sites.search')}
      </label>
      <input
        id={id}
        type="search"
        autoComplete="off"
        enterKeyHint="search"
        value={text}
        onChange={(event) => search(event.target.value)}
        onKeyDown={text === '' ? undefined : onEscape(() => search(''))}
        className={controls.control}
      />
      <p role="status" className={styles.found}>
        {foundCount !== undefined && t('sites.found', { smart_count: foundCount })}
      </p>
    </div>
  );
}
