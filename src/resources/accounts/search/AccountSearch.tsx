import { type FormEvent, useId } from 'react';
import { ACCOUNT_SEARCH_MIN, LENGTHS } from '../../../../contract/constants';
import { useStaffT } from '../../../i18n/useStaffT';
import controls from '../../../shared/controls.module.css';
import { onEscape } from '../../../admin/onEscape';
import styles from './AccountSearch.module.css';
import type { AccountSearchControls } from './useAccountSearch';

interface Props {
  search: AccountSearchControls;
  /** What was found, in words; empty while all are shown. */
  found: string;
}

/** The box above the accounts (spec section 2, "Account List page"); Escape empties it. Says what was found. */
export function AccountSearch({ search, found }: Props) {
  const t = useStaffT();
  const id = useId();
  const { text, change, submit, clear } = search;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  return (
    <form
      role="search"
      aria-label={t('accounts.search')}
      noValidate
      autoComplete="off"
      className={styles.search}
      onSubmit={onSubmit}
    >
      <label htmlFor={id} className={styles.label}>
        {t('accounts.search')}
      </label>
      <input
        id={id}
        type="search"
        enterKeyHint="search"
        aria-describedby={`${id}-hint`}
        maxLength={LENGTHS.filter}
        value={text}
        onChange={(event) => change(event.target.value)}
        onKeyDown={text === '' ? undefined : onEscape(clear)}
        className={controls.control}
      />
      <p id={`${id}-hint`} className={styles.hint}>
        {t('accounts.searchHint', { count: ACCOUNT_SEARCH_MIN })}
      </p>
      <p role="status" className={styles.found}>
        {found}
      </p>
    </form>
  );
}
