import { useEffect, useState } from 'react';
import { ACCOUNT_SEARCH_MIN } from '../../../../contract/constants';
import type { AccountFilter } from '../../../dataProvider/accounts';

/** Milliseconds without another key after which a search begins. */
const PAUSE = 250;

/**
 * The account search, in memory only: what is typed is a name. It begins by itself from three characters on and at Enter
 * with any, and ends when the box is emptied (spec section 5). With fewer characters, what was found last stays.
 */
export function useAccountSearch() {
  const [text, setText] = useState('');
  const [filter, setFilter] = useState<AccountFilter>();
  const wanted = text.trim();

  useEffect(() => {
    if (wanted.length < ACCOUNT_SEARCH_MIN || wanted === filter?.query) return undefined;
    const timer = setTimeout(() => setFilter({ query: wanted }), PAUSE);
    return () => clearTimeout(timer);
  }, [wanted, filter]);

  const change = (next: string) => {
    setText(next);
    if (next.trim() === '') setFilter(undefined);
  };

  return {
    text,
    /** What the list is narrowed by; undefined for all. A new object searches afresh. */
    filter,
    change,
    submit: () => {
      if (wanted !== '') setFilter({ query: wanted });
    },
    clear: () => change(''),
  };
}

export type AccountSearchControls = ReturnType<typeof useAccountSearch>;
