import { type FormEvent, useEffect, useEffectEvent, useId, useState } from 'react';
import { useListContext } from 'react-admin';
import { LENGTHS } from '../../../contract/constants';
import { ACCOUNT_SEARCH_MIN, PAGE_SIZE } from '../../../contract/staffConstants';
import { type PageMeta, SearchInput, useSearchToRows, useStoredState } from '../../admin';
import type { AccountFilter } from '../../dataProvider/accounts';
import { useStaffT } from '../../i18n/useStaffT';
import { RESOURCES } from '../../app/routes';
import styles from './AccountSearch.module.css';

/** The search box above the accounts (spec section 2, "Account List page"), and how many were found; Escape empties it. */
export function AccountSearch() {
  const t = useStaffT();
  const id = useId();
  const { text, change, submit } = useAccountSearch();
  const onArrowDown = useSearchToRows({ text, filterKey: 'query', submit });
  const found = useFoundText();
  const { query }: AccountFilter = (useListContext().meta as PageMeta).filter;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  return (
    <>
      {query && <p className="paper-only">{t('referralFilters.active', { filters: query })}</p>}
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
        <SearchInput
          id={id}
          aria-describedby={`${id}-hint`}
          maxLength={LENGTHS.filter}
          value={text}
          onChange={change}
          onKeyDown={onArrowDown}
        />
        <p id={`${id}-hint`} className={styles.hint}>
          {t('accounts.searchHint', { count: ACCOUNT_SEARCH_MIN })}
        </p>
        <p role="status" className={styles.found}>
          {found}
        </p>
      </form>
    </>
  );
}

/** How many accounts the search of the rows in sight found; empty without a search, and when it found none. */
function useFoundText(): string {
  const t = useStaffT();
  const { data = [], total = 0, meta } = useListContext();
  const { query }: AccountFilter = (meta as PageMeta).filter;
  if (!query || data.length === 0) return '';
  const most = PAGE_SIZE.accountSearch;
  if (total > most) return t('accounts.foundMore', { count: most });
  if (total === most) return t('accounts.foundFirst', { count: most });
  return t('accounts.found', { smart_count: total });
}

/** Milliseconds without another key after which a search begins. */
const DEBOUNCE = 250;

/**
 * Searches the list in context: while at least three characters are typed, and at Enter with any. Emptying the box shows all
 * accounts (spec section 5). With fewer characters the list stays as it is.
 */
export function useAccountSearch() {
  const { filterValues, setFilters } = useListContext();
  const { query = '' } = filterValues as AccountFilter;
  const [text, setText] = useStoredState(`${RESOURCES.accounts}.list.search`, '');
  const [lastQuery, setLastQuery] = useState(query);
  const wanted = text.trim();

  if (query !== lastQuery) {
    setLastQuery(query);
    // Cleared outside the box, as by the button of an empty list.
    if (query === '') setText('');
  }

  const search = useEffectEvent(() => setFilters({ query: wanted } satisfies AccountFilter));
  useEffect(() => {
    if (wanted.length < ACCOUNT_SEARCH_MIN || wanted === query) return undefined;
    const timer = setTimeout(() => search(), DEBOUNCE);
    return () => clearTimeout(timer);
  }, [wanted, query]);

  const change = (next: string) => {
    setText(next);
    if (next.trim() === '' && query !== '') setFilters({});
  };

  return {
    text,
    change,
    /** Searches at once, and for the same text again. */
    submit: () => {
      if (wanted !== '') setFilters({ query: wanted } satisfies AccountFilter);
    },
  };
}
