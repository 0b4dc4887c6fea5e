import { type FormEvent, useId, useRef, useState } from 'react';
import { useListContext } from 'react-admin';
import { LENGTHS } from '../../../../contract/constants';
import { SearchInput, useHotkey, useSearchToRows, useStoredState } from '../../../admin';
import { RESOURCES } from '../../../app/routes';
import { useFeature } from '../../../app/useFeature';
import type { WorklistFilter } from '../../../dataProvider/worklist';
import { useStaffT } from '../../../i18n/useStaffT';
import { withFilter } from './filterValues';

/** The key that focuses the search box from anywhere on the page. */
const HOTKEY = '/';

/** One search for a name, phone number or tracking ID, where the server offers 'worklist'. */
export function ReferralSearch() {
  return useFeature('worklist') && <SearchBox />;
}

function SearchBox() {
  const t = useStaffT();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { text, change, submit } = useSearch();
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

/** Searches at Enter and at Arrow down; emptying the box shows the referrals that the other filters find. */
function useSearch() {
  const { filterValues, setFilters } = useListContext();
  const filter = filterValues as WorklistFilter;
  const { q = '' } = filter;
  const [text, setText] = useStoredState(`${RESOURCES.referrals}.list.search`, '');
  const [lastQ, setLastQ] = useState(q);
  if (q !== lastQ) {
    setLastQ(q);
    // Set outside the box, as by 'Clear'.
    if (q !== text.trim()) setText(q);
  }
  const search = (next: string) => setFilters(withFilter(filter, 'q', next));
  const change = (next: string) => {
    setText(next);
    if (next === '' && q !== '') search('');
  };
  return { text, change, submit: () => search(text) };
}
