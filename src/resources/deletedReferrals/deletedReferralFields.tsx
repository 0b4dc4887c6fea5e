/** The fields of a deleted referral and the buttons on it, from RecordContext. */
import { useContext, useMemo } from 'react';
import { ListContext, useRecordContext } from 'react-admin';
import { addDays } from '../../../contract/calendarDays';
import { ClampedText, RowButton, RowTitle, useOpenDialog } from '../../admin';
import type { DeletedReferralRecord } from '../../dataProvider/deletedReferrals';
import { useDeletedDays } from '../../endings/useDeletedDays';
import { formatDate, readDateTime } from '../../i18n/format';
import { useLanguage } from '../../i18n/I18nProvider';
import { dayOf } from '../../i18n/providerTime';
import { useStaffT, useValueText } from '../../i18n/useStaffT';
import { labelAccounts } from '../accountLabels';
import styles from './DeletedReferralList.module.css';

export const nameOf = ({ first_name, last_name }: DeletedReferralRecord) =>
  `${first_name} ${last_name}`;

export function NameField() {
  const referral = useRecordContext<DeletedReferralRecord>();
  return referral && <RowTitle>{nameOf(referral)}</RowTitle>;
}

/** Who deleted it, distinctly from accounts with the same name on the page. */
export function DeleterField() {
  const t = useStaffT();
  const records = useContext(ListContext)?.data as readonly DeletedReferralRecord[] | undefined;
  const labels = useMemo(() => {
    const people = (records ?? []).flatMap(({ deleted_by }) => deleted_by ?? []);
    return labelAccounts([...new Map(people.map((person) => [person.id, person])).values()]);
  }, [records]);
  const by = useRecordContext<DeletedReferralRecord>()?.deleted_by;
  if (!by) return <span>{t('deleted.notRecorded')}</span>;
  return <ClampedText>{labels.get(by.id) ?? by.fullname}</ClampedText>;
}

/** Why it was deleted, and the sentence beside it. */
export function DeleteReasonField() {
  const t = useStaffT();
  const valueText = useValueText();
  const { delete_reason, delete_note } = useRecordContext<DeletedReferralRecord>() ?? {};
  return (
    <>
      <span>{delete_reason ? valueText('deleteReasons', delete_reason) : t('ending.none')}</span>
      {delete_note && (
        <span className={styles.note}>
          <ClampedText>{delete_note}</ClampedText>
        </span>
      )}
    </>
  );
}

/** The last day on which it can be put back. */
export function LastDayField() {
  const { language } = useLanguage();
  const days = useDeletedDays();
  const deletedAt = readDateTime(useRecordContext<DeletedReferralRecord>()?.deletion_date ?? '');
  if (days === null || !deletedAt) return null;
  return <span>{formatDate(addDays(dayOf(deletedAt), days), language)}</span>;
}

/** Buttons that open the details, or ask whether to put the referral back. */
export function ActionsField() {
  const t = useStaffT();
  const referral = useRecordContext<DeletedReferralRecord>();
  const openDialog = useOpenDialog();
  if (!referral) return null;
  return (
    <div className={styles.buttons}>
      <RowButton aria-haspopup="dialog" onClick={() => openDialog('details', referral)}>
        {t('deleted.details')}
      </RowButton>
      <RowButton aria-haspopup="dialog" onClick={() => openDialog('putBack', referral)}>
        {t('deleted.putBack')}
      </RowButton>
    </div>
  );
}
