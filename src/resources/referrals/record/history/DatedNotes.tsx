import type { HistoryEvent, History } from '../../../../../contract/entities/history';
import type { HistoryKind } from '../../../../../contract/staffConstants';
import { toApiError } from '../../../../api/ApiError';
import { Loading } from '../../../../app/lazyComponent';
import type { ReferralRecord } from '../../../../dataProvider/referrals';
import { useStaffT } from '../../../../i18n/useStaffT';
import { Button } from '../../../../ui/Button';
import { ProblemMessage } from '../../../../ui/Message';
import { useErrorText } from '../../../../ui/useErrorText';
import { LongText } from './EventValue';
import styles from './DatedNotes.module.css';
import { AbsoluteTime } from './EventTime';
import { labelActors } from './HistoryList';
import { useHistory } from './useHistory';

/** The dated notes of a referral, the oldest first, as they follow its intake note; each with its author and time. */
export function DatedNotes({ referral }: { referral: ReferralRecord }) {
  const t = useStaffT();
  const errorText = useErrorText();
  const { data, error, isFetching, refetch } = useHistory(referral);
  const hasFailed = error && !isFetching;
  return (
    <>
      {hasFailed && (
        <ProblemMessage>
          <p>{t(data ? 'noteDialog.stale' : 'noteDialog.loadFailed')}</p>
          <p>{errorText(toApiError(error))}</p>
          <div>
            <Button variant="secondary" onClick={() => void refetch()}>
              {t('app.tryAgain')}
            </Button>
          </div>
        </ProblemMessage>
      )}
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
