import { type FormEvent, useId, useRef, useState } from 'react';
import { useListContext, useResourceContext } from 'react-admin';
import { LENGTHS } from '../../../contract/constants';
import { useStaffT } from '../../i18n/useStaffT';
import { SearchInput } from '../input/SearchInput';
import { useHotkey } from '../keys/useHotkey';
import { useSearchToRows } from './useRowKeys';
import { useStoredState } from './useStoredState';

/** The key that focuses the search box from anywhere on the page. */
const HOTKEY = '/';

interface Props {
  /** Searches for a text; an empty one for none. */
  readonly onSearch: (text: string) => void;
}

/**
 * One search for a name, phone number or tracking ID, which is the filter `q` of the surrounding list. It searches at Enter and at
 * Arrow down; emptying the box shows what the other filters find.
 *
 * @example
 * const { setFilters } = useListContext();
 * return <ListSearch onSearch={(q) => setFilters({ q })} />;
 */
export function ListSearch({ onSearch }: Props) {
  const t = useStaffT();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { text, change, submit } = useSearchText(onSearch);
  const onArrowDown = useSearchToRows({ text, filterKey: 'q', submit });
  const focus = () => {
    input.current?.focus();
    input.current?.select();
  };
  const hasKeys = useHotkey(HOTKEY, focus, input);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  return (
    <form
      role="search"
      aria-label={t('search.title')}
      noValidate
      autoComplete="off"
      onSubmit={onSubmit}
    >
      <label htmlFor={id} className="visually-hidden">
        {t('search.label')}
      </label>
      <SearchInput
        ref={input}
        id={id}
        placeholder={t('search.placeholder')}
        hotkey={hasKeys ? HOTKEY : undefined}
        maxLength={LENGTHS.filter}
        value={text}
        onChange={change}
        onKeyDown={onArrowDown}
      />
    </form>
  );
}

/** The text in the box, which another visit to the list finds again, and that of a filter that was set elsewhere. */
function useSearchText(onSearch: Props['onSearch']) {
  const resource = useResourceContext();
  const { q = '' } = useListContext().filterValues as { readonly q?: string };
  const [text, setText] = useStoredState(`${resource}.list.search`, '');
  const [lastQ, setLastQ] = useState(q);
  if (q !== lastQ) {
    setLastQ(q);
    // Set outside the box, as by 'Clear'.
    if (q !== text.trim()) setText(q);
  }
  const change = (next: string) => {
    setText(next);
    if (next === '' && q !== '') onSearch('');
  };
  return { text, change, submit: () => onSearch(text) };
}
