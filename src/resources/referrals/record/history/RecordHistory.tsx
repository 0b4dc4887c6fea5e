import { useId } from 'react';
import { useCanAccess } from 'react-admin';
import { toApiError } from '../../../../api/ApiError';
import type { Elements } from '../../../../app/elements';
import { Loading } from '../../../../app/lazyComponent';
import { RESOURCES } from '../../../../app/routes';
import type { ReferralRecord } from '../../../../dataProvider/referrals';
import { useStaffT } from '../../../../i18n/useStaffT';
import { Button } from '../../../../ui/Button';
import { ProblemMessage } from '../../../../ui/Message';
import { useErrorText } from '../../../../ui/useErrorText';
import { HistoryList } from './HistoryList';
import styles from './HistoryList.module.css';
import { HistoryReads } from './HistoryReads';
import { NoteForm } from './NoteForm';
import { useHistory } from './useHistory';

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
  const errorText = useErrorText();
  const { canAccess: canAddNote = false } = useCanAccess({
    resource: RESOURCES.referrals,
    action: 'addNote',
  });
  const { data, error, isFetching, refetch } = useHistory(referral);
  const events = data?.events ?? [];
  return (
    <section aria-labelledby={titleId} className={styles.section}>
      <div className={styles.head}>
        <h3 id={titleId}>{t('history.title')}</h3>
        {action}
      </div>
      {canAddNote && <NoteForm referral={referral} />}
      {error && !isFetching && (
        <ProblemMessage>
          <p>{t(data ? 'history.stale' : 'history.loadFailed')}</p>
          <p>{errorText(toApiError(error))}</p>
          <div>
            <Button variant="secondary" onClick={() => void refetch()}>
              {t('app.tryAgain')}
            </Button>
          </div>
        </ProblemMessage>
      )}
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
