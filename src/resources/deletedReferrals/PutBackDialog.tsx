import { useState } from 'react';
import { REASON_NOTE_MAX } from '../../../contract/staffConstants';
import { Confirm, type RowDialogProps, useDialogMutation } from '../../admin';
import type { DeletedReferralRecord } from '../../dataProvider/deletedReferrals';
import { isNoteTooLong } from '../../endings/EndReasonInputs';
import type { StaffTextKey } from '../../i18n/textKeys';
import { useStaffT, useValueText } from '../../i18n/useStaffT';
import { TextField } from '../../ui/Field';
import { nameOf } from './deletedReferralFields';
import styles from './DeletedReferralList.module.css';

const DETAILS: Readonly<Record<string, StaffTextKey>> = { 'Not Found': 'deleted.gone' };

/** Asks before a deleted referral is put back, and says what returns and what does not. */
export function PutBackDialog({ record, onClose }: RowDialogProps<DeletedReferralRecord>) {
  const t = useStaffT();
  const valueText = useValueText();
  const [note, setNote] = useState('');
  const isHeld = record.hold_reason !== null && record.hold_reason !== undefined;
  const mutation = useDialogMutation<string>({
    send: (provider, text) => provider.putBack(record, text),
    done: () => [
      isHeld ? 'deleted.doneHeld' : 'deleted.done',
      ...(record.has_account ? (['deleted.loginOff'] as const) : []),
    ],
    failed: 'deleted.failed',
    onDone: onClose,
  });
  const isTooLong = isNoteTooLong({ end_note: note });
  const values = {
    name: nameOf(record),
    status: valueText('referralStatus', record.status),
    owner: record.owner?.fullname ?? '',
  };
  const back = record.owner ? 'deleted.returnsTo' : 'deleted.returns';
  return (
    <Confirm
      title="deleted.question"
      confirm="deleted.putBack"
      cancel="app.close"
      mutation={mutation}
      onConfirm={() => {
        if (!isTooLong) mutation.start(note);
      }}
      onClose={onClose}
      details={DETAILS}
    >
      <div className={styles.parts}>
        <p className={styles.plain}>
          <strong>
            <bdi>{nameOf(record)}</bdi>
          </strong>
        </p>
        <p className={styles.plain}>{t(isHeld ? 'deleted.returnsHeld' : back, values)}</p>
        {record.has_account && <p className={styles.plain}>{t('deleted.loginOff')}</p>}
        <TextField
          label={t('deleted.why')}
          optional
          hint={t('deleted.whyHint')}
          value={note}
          onChange={({ target }) => setNote(target.value)}
          error={
            isTooLong
              ? t('ending.noteTooLong', { count: note.length, max: REASON_NOTE_MAX })
              : undefined
          }
        />
      </div>
    </Confirm>
  );
}
