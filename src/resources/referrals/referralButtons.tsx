/** The buttons on a referral in its row or card, from RecordContext. */
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import type { ReactNode } from 'react';
import { useRecordContext } from 'react-admin';
import { RowButton, RowOpener, RowTitle, useOpenDialog, useOpenRecord } from '../../admin';
import type { ReferralRecord } from '../../dataProvider/referrals';
import { useStaffT } from '../../i18n/useStaffT';

/** The person's name, which opens the referral. */
export function ReferralOpener({ isFullName = false }: { isFullName?: boolean }) {
  const referral = useRecordContext<ReferralRecord>();
  const open = useOpenRecord();
  if (!referral) return null;
  const { id, first_name, last_name } = referral;
  return (
    <RowTitle>
      <RowOpener aria-haspopup="dialog" onClick={() => open(id)}>
        {isFullName ? `${first_name} ${last_name}` : first_name}
      </RowOpener>
    </RowTitle>
  );
}

/** Opens the referral; named for what the person may do there (spec section 2). */
export function OpenReferralButton({ canEdit }: { canEdit: boolean | undefined }) {
  const t = useStaffT();
  const referral = useRecordContext<ReferralRecord>();
  const open = useOpenRecord();
  return (
    <RowButton
      titleAs="description"
      aria-haspopup="dialog"
      onClick={() => referral && open(referral.id)}
    >
      {t(canEdit ? 'referrals.update' : 'referrals.details')}
    </RowButton>
  );
}

/** Opens the note viewer (spec section 2, "Dialogs on referrals"). */
export function SeeNotesButton() {
  const t = useStaffT();
  return <DialogButton opens="note">{t('referrals.seeNotes')}</DialogButton>;
}

/** Opens the dialog that creates a login for the person. */
export function CreateLoginButton() {
  const t = useStaffT();
  return <DialogButton opens="login">{t('referrals.createLogin')}</DialogButton>;
}

/** Asks whether to delete the referral (spec section 2); in the table an icon, as the head of its column has the words. */
export function DeleteButton() {
  const t = useStaffT();
  return (
    <DialogButton opens="delete" icon={<DeleteIcon fontSize="small" />}>
      {t('referrals.delete')}
    </DialogButton>
  );
}

interface DialogButtonProps {
  opens: 'note' | 'login' | 'delete';
  icon?: ReactNode;
  children: string;
}

function DialogButton({ opens, icon, children }: DialogButtonProps) {
  const referral = useRecordContext<ReferralRecord>();
  const openDialog = useOpenDialog();
  return (
    <RowButton
      titleAs="description"
      icon={icon}
      aria-haspopup="dialog"
      onClick={() => referral && openDialog(opens, referral)}
    >
      {children}
    </RowButton>
  );
}
