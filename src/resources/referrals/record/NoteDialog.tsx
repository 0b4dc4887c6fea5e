import { CloseButton, ConfidentialityNotice, Dialog, type RowDialogProps } from '../../../admin';
import { useFeature } from '../../../app/useFeature';
import type { ReferralRecord } from '../../../dataProvider/referrals';
import { useStaffT } from '../../../i18n/useStaffT';
import dialogStyles from '../ReferralDialogs.module.css';
import { NoteText } from '../referralFields';
import { DatedNotes } from './history/DatedNotes';

/**
 * The note viewer (spec section 2, "Dialogs on referrals"). The intake note is there at once; the dated ones, which the list only
 * counts, are loaded if there are any, as each load is a read of the record in the audit trail.
 */
export function NoteDialog({ record, onClose }: RowDialogProps<ReferralRecord>) {
  const t = useStaffT();
  const hasHistory = useFeature('history');
  const title = t('noteDialog.title', { first: record.first_name, last: record.last_name });
  const datedCount = (record.note_count ?? 0) - (record.notes ? 1 : 0);
  return (
    <Dialog title={title} onClose={onClose} actions={<CloseButton />}>
      {hasHistory && datedCount > 0 ? (
        <div className={dialogStyles.parts}>
          {record.notes && (
            <section className={dialogStyles.part}>
              <h3>{t('noteDialog.intake')}</h3>
              <NoteText notes={record.notes} />
            </section>
          )}
          <section className={dialogStyles.part}>
            <h3>{t('noteDialog.dated')}</h3>
            <DatedNotes referral={record} />
          </section>
        </div>
      ) : (
        <NoteText notes={record.notes} />
      )}
      <ConfidentialityNotice />
    </Dialog>
  );
}
