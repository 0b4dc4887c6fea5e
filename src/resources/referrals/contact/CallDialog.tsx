import { useState } from 'react';
import { OPEN_STATUSES } from '../../../../contract/staffConstants';
import { CloseButton, ConfidentialityNotice, Dialog, type RowDialogProps } from '../../../admin';
import type { TodayRecord } from '../../../dataProvider/contact';
import type { ReferralRecord } from '../../../dataProvider/referrals';
import { formatFor } from '../../../i18n/format';
import { useLanguage } from '../../../i18n/I18nProvider';
import { useStaffT } from '../../../i18n/useStaffT';
import { ReachInstruction } from '../reach/ReachInstruction';
import { nameOf } from '../referralFields';
import { ContactPanel } from './ContactPanel';
import styles from './ContactPanel.module.css';
import { useContactHere } from './useContactHere';

interface Props extends RowDialogProps<ReferralRecord> {
  /** When the number was tapped, milliseconds since 1970; absent if the dialog was opened by its button. */
  readonly calledAt?: number;
}

/** The other open referrals of the person, which a row of the list of today knows. */
function openOthersOf(record: ReferralRecord | TodayRecord): string[] | undefined {
  const isOpen = (status: string) => (OPEN_STATUSES as readonly string[]).includes(status);
  return 'also' in record
    ? record.also.filter(({ status }) => isOpen(status)).map(({ _id }) => _id)
    : undefined;
}

/** Asks what came of a call, over the list: from the row's button, and after a phone's own call. */
export function CallDialog({ record: inList, onClose, calledAt }: Props) {
  const [latest, setLatest] = useState(inList);
  const record = (latest.version ?? 0) > (inList.version ?? 0) ? { ...inList, ...latest } : inList;
  const here = useContactHere(record);
  const t = useStaffT();
  const { language } = useLanguage();
  const time = formatFor(language, { timeStyle: 'short' });
  return (
    <Dialog
      title={t('contact.howDidItGo', { name: nameOf(record) })}
      onClose={onClose}
      actions={
        <CloseButton>
          {calledAt === undefined ? t('app.close') : t('contact.didNotCall')}
        </CloseButton>
      }
    >
      {calledAt !== undefined && (
        <p className={styles.hint}>{t('contact.calledAt', { time: time.format(calledAt) })}</p>
      )}
      <ReachInstruction referral={record} />
      <ContactPanel
        referral={record}
        here={here}
        isSheet
        also={openOthersOf(inList)}
        onRead={setLatest}
      />
      <ConfidentialityNotice />
    </Dialog>
  );
}
