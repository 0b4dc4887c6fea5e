/** The column of owners: the accounts that work on the referrals. */
import FilterIcon from '@mui/icons-material/FilterList';
import { useListContext, useRecordContext } from 'react-admin';
import { OWNER_FILTERS } from '../../../../contract/staffConstants';
import { ClampedText } from '../../../admin';
import tag from '../../../admin/field/tag.module.css';
import type { ReferralRecord } from '../../../dataProvider/referrals';
import type { WorklistFilter } from '../../../dataProvider/worklist';
import { useStaffT } from '../../../i18n/useStaffT';
import { withFilter } from '../filter/filterValues';
import { useCanOwn } from '../filter/useFilterChoices';
import { useOwnerText } from '../referralFields';
import styles from './Owner.module.css';

/** Who works on the referral; a dash if nobody does yet. */
export function OwnerCell() {
  const t = useStaffT();
  const owner = useRecordContext<ReferralRecord>()?.owner;
  const name = useOwnerText()(owner);
  if (name && owner?.left) {
    // Also in sight where a long name leaves no room for the word.
    return (
      <s className={styles.left}>
        <ClampedText>{name}</ClampedText>
      </s>
    );
  }
  if (name) return <ClampedText>{name}</ClampedText>;
  return (
    <span className={tag.none} title={t('owner.nobody')}>
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">{t('owner.nobody')}</span>
    </span>
  );
}

/** What a click on the head shows, by what is shown. */
const NEXT: Readonly<Partial<Record<string, string>>> = {
  '': OWNER_FILTERS.mine,
  [OWNER_FILTERS.mine]: OWNER_FILTERS.nobody,
};

/**
 * The head of the owners' column: as no index has the referrals in the order of their owners' names, a click shows mine, the next
 * one those of nobody, and another one all again. Plain for people who own no referrals.
 */
export function OwnerHead() {
  const t = useStaffT();
  const canOwn = useCanOwn();
  const { filterValues, setFilters } = useListContext();
  const filter = filterValues as WorklistFilter;
  const { owner = '' } = filter;
  const title = t('owner.title');
  if (!canOwn) return <span>{title}</span>;
  const names: Readonly<Partial<Record<string, string>>> = {
    '': t('tabs.all'),
    [OWNER_FILTERS.mine]: t('tabs.mine'),
    [OWNER_FILTERS.nobody]: t('tabs.nobody'),
    [OWNER_FILTERS.left]: t('owners.left'),
  };
  const next = NEXT[owner] ?? '';
  const shown = owner === '' ? undefined : (names[owner] ?? t('owners.one'));
  return (
    <button
      type="button"
      className={styles.button}
      title={t('owners.show', { name: names[next] ?? '' })}
      onClick={() => setFilters(withFilter(filter, 'owner', next))}
    >
      <span>{title}</span>
      <FilterIcon fontSize="inherit" className={owner === '' ? undefined : styles.on} />
      {shown && <small className={styles.shown}>{` ${shown}`}</small>}
    </button>
  );
}
