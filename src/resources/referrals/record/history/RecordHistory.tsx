import { useId } from 'react';
import { useCanAccess } from 'react-admin';
import { toApiError } from '../../../../api/ApiError';
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

/**
 * A referral's history, and the form that adds a note for people who may. A failure here does not affect the rest of the
 * dialog.
 */
export function RecordHistory({ referral }: { referral: ReferralRecord }) {
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
      <h3 id={titleId}>{t('history.title')}</h3>
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
      {!data && !(error && !isFetching) && <Loading />}
      {data && events.length === 0 && <p className={styles.empty}>{t('history.empty')}</p>}
      {events.length > 0 && <HistoryList events={events} />}
      {data?.reads && <HistoryReads reads={data.reads} />}
    </section>
  );
}
