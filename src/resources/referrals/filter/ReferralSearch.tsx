import SearchIcon from '@mui/icons-material/Search';
import { type FormEvent, useId, useRef, useState } from 'react';
import { useListContext } from 'react-admin';
import { LENGTHS } from '../../../../contract/constants';
import { onEscape, useHotkey, useSearchToRows, useStoredState } from '../../../admin';
import { RESOURCES } from '../../../app/routes';
import { useFeature } from '../../../app/useFeature';
import type { WorklistFilter } from '../../../dataProvider/worklist';
import { useStaffT } from '../../../i18n/useStaffT';
import controls from '../../../ui/controls.module.css';
import { withFilter } from './filterValues';
import styles from './ReferralSearch.module.css';

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
  const { text, change, submit, clear } = useSearch();
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
      className={styles.search}
      onSubmit={onSubmit}
    >
      <label htmlFor={id} className="visually-hidden">
        {t('search.label')}
      </label>
      <SearchIcon fontSize="small" className={styles.icon} />
      <input
        ref={input}
        id={id}
        type="search"
        enterKeyHint="search"
        placeholder={t('search.placeholder')}
        aria-keyshortcuts={hasKeys ? HOTKEY : undefined}
        maxLength={LENGTHS.filter}
        value={text}
        onChange={(event) => change(event.target.value)}
        onKeyDown={(event) => {
          if (text !== '') onEscape(clear)(event);
          onArrowDown(event);
        }}
        className={controls.control}
      />
      {hasKeys && (
        <kbd className={styles.key} aria-hidden="true">
          {HOTKEY}
        </kbd>
      )}
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
  return { text, change, submit: () => search(text), clear: () => change('') };
}
