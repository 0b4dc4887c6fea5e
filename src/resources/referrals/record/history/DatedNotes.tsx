import type { HistoryEvent, History } from '../../../../../contract/entities/history';
import type { HistoryKind } from '../../../../../contract/staffConstants';
import { Loading } from '../../../../app/lazyComponent';
import type { ReferralRecord } from '../../../../dataProvider/referrals';
import { useStaffT } from '../../../../i18n/useStaffT';
import { LongText } from './EventValue';
import styles from './DatedNotes.module.css';
import { AbsoluteTime } from './EventTime';
import { labelActors } from './HistoryList';
import { HistoryProblem } from './HistoryProblem';
import { useHistory } from '../../useHistory';

/** The dated notes of a referral, the oldest first, as they follow its intake note; each with its author and time. */
export function DatedNotes({ referral }: { referral: ReferralRecord }) {
  const history = useHistory(referral);
  const { data, error, isFetching } = history;
  const hasFailed = error && !isFetching;
  return (
    <>
      <HistoryProblem history={history} stale="noteDialog.stale" failed="noteDialog.loadFailed" />
      {!data && !hasFailed && <Loading />}
      {data && <NoteList notes={notesOf(data)} />}
    </>
  );
}

const NOTE: HistoryKind = 'note';
const notesOf = ({ events }: History) => events.filter(({ kind }) => kind === NOTE).toReversed();

function NoteList({ notes }: { notes: readonly HistoryEvent[] }) {
  const t = useStaffT();
  const labels = labelActors(notes);
  return (
    <ol className={styles.notes}>
      {notes.map(({ id, at, actor, text }) => (
        <li key={id}>
          <p className={styles.by}>
            <AbsoluteTime at={at} />
            {actor && (
              <>
                <span> · </span>
                <span className="visually-hidden">{`${t('history.by')} `}</span>
                <bdi>{labels.get(actor.id) ?? actor.fullname}</bdi>
              </>
            )}
          </p>
          <LongText>{text}</LongText>
        </li>
      ))}
    </ol>
  );
}
