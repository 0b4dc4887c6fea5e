import PeopleIcon from '@mui/icons-material/PeopleAltOutlined';
import { createContext, useContext, useMemo } from 'react';
import { useListContext, useRecordContext } from 'react-admin';
import type { Elements } from '../../../app/elements';
import type { PossibleDuplicates } from '../../../../contract/entities/duplicate';
import type { ReferralRecord } from '../../../dataProvider/referrals';
import { useStaffT } from '../../../i18n/useStaffT';
import styles from './DuplicateMark.module.css';
import { useDuplicates, useSameText } from './useDuplicates';

type Hints = ReadonlyMap<string, PossibleDuplicates>;

const HintsContext = createContext<Hints>(new Map());

/** Fetches the hints for the rows of the list in context, in one request, and provides them to the marks within. */
export function DuplicateMarks({ children }: { children: Elements }) {
  const { data } = useListContext<ReferralRecord>();
  const ids = useMemo(() => data?.map(({ id }) => id) ?? [], [data]);
  const found = useDuplicates(ids);
  const hints = useMemo(() => new Map(found?.map((hint) => [hint._id, hint])), [found]);
  return <HintsContext value={hints}>{children}</HintsContext>;
}

/** A person's name with a mark if another referral may be about the same person; the record says in words why. */
export function MarkedName({ children }: { children: Elements }) {
  return (
    <span className={styles.name}>
      {children}
      <DuplicateMark />
    </span>
  );
}

function DuplicateMark() {
  const t = useStaffT();
  const sameText = useSameText();
  const id = useRecordContext<ReferralRecord>()?.id ?? '';
  const hint = useContext(HintsContext).get(id);
  if (!hint || hint.duplicates.length === 0) return null;
  const { length } = hint.duplicates;
  const same = sameText(hint.duplicates.flatMap((one) => one.same));
  const text = t('duplicates.mark', { smart_count: length, same });
  return (
    <span title={text} className={`${styles.mark} screen-only`}>
      <PeopleIcon fontSize="inherit" />
      <span className="visually-hidden">{text}</span>
    </span>
  );
}
