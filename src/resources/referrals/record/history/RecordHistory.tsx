import { useId } from 'react';
import { useCanAccess } from 'react-admin';
import type { Elements } from '../../../../app/elements';
import { Loading } from '../../../../app/lazyComponent';
import { RESOURCES } from '../../../../app/routes';
import type { ReferralRecord } from '../../../../dataProvider/referrals';
import { useStaffT } from '../../../../i18n/useStaffT';
import { useIsOurs } from '../../useCanAct';
import { HistoryList } from './HistoryList';
import styles from './HistoryList.module.css';
import { HistoryReads } from './HistoryReads';
import { NoteForm } from './NoteForm';
import { HistoryProblem } from './HistoryProblem';
import { useHistory } from '../../useHistory';

interface Props {
  readonly referral: ReferralRecord;
  /** Beside the title, where nothing that loads moves it. */
  readonly action?: Elements;
}

/**
 * A referral's history, and the form that adds a note for people who may. A failure here does not affect the rest of the
 * dialog.
 */
export function RecordHistory({ referral, action }: Props) {
  const t = useStaffT();
  const titleId = useId();
  const { canAccess: canAddNote = false } = useCanAccess({
    resource: RESOURCES.referrals,
    action: 'addNote',
  });
  const isOurs = useIsOurs(referral);
  const history = useHistory(referral);
  const { data, error, isFetching } = history;
  const events = data?.events ?? [];
  return (
    <section aria-labelledby={titleId} className={styles.section}>
      <div className={styles.head}>
        <h3 id={titleId}>{t('history.title')}</h3>
        {action}
      </div>
      {canAddNote && isOurs && <NoteForm referral={referral} />}
      <HistoryProblem history={history} stale="history.stale" failed="history.loadFailed" />
      {!data && !(error && !isFetching) && (
        <div className={styles.loading}>
          <Loading />
        </div>
      )}
      {data && events.length === 0 && <p className={styles.empty}>{t('history.empty')}</p>}
      {events.length > 0 && <HistoryList events={events} />}
      {data?.reads && <HistoryReads reads={data.reads} />}
    </section>
  );
}
