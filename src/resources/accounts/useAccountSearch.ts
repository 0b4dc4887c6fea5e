import { useEffect, useEffectEvent, useState } from 'react';
import { useListContext } from 'react-admin';
import { ACCOUNT_SEARCH_MIN } from '../../../contract/constants';
import type { AccountFilter } from '../../dataProvider/accounts';

/** Milliseconds without another key after which a search begins. */
const PAUSE = 250;

/**
 * Searches the list in context. A search begins by itself from three characters on and at Enter with any, and ends when the box is
 * emptied (spec section 5). With fewer characters the list stays as it is.
 */
export function useAccountSearch() {
  const { filterValues, setFilters } = useListContext();
  const { query = '' } = filterValues as AccountFilter;
  const [text, setText] = useState('');
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
    const timer = setTimeout(() => search(), PAUSE);
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
    clear: () => change(''),
  };
}
