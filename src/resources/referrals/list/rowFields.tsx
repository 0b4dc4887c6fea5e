/** Fields and buttons that only rows of the referral list have, from RecordContext. */
import type { ReactNode } from 'react';
import { useRecordContext } from 'react-admin';
import type { Elements } from '../../../app/elements';
import { RowButton, RowIcon, RowOpener, RowTitle, useOpenDialog, useOpenRow } from '../../../admin';
import tag from '../../../admin/field/tag.module.css';
import type { ReferralRecord } from '../../../dataProvider/referrals';
import { formatNumber } from '../../../i18n/format';
import { useLanguage } from '../../../i18n/I18nProvider';
import { useStaffT } from '../../../i18n/useStaffT';
import { Unsaved } from '../contact/unsaved';
import { MarkedName } from '../duplicates/DuplicateMark';
import { nameOf } from '../referralFields';

/** Whether the person has a login of their own; if not, the button that creates one, for people who may. */
export function AccountStatusField({ canCreateLogin }: { canCreateLogin: boolean }) {
  const t = useStaffT();
  if (useRecordContext<ReferralRecord>()?.has_account) {
    return <strong>{t('referrals.hasAccount')}</strong>;
  }
  const none = t('referrals.noAccount');
  if (!canCreateLogin) return <span className={tag.none}>{none}</span>;
  return (
    <>
      <CreateLoginButton />
      <span className="paper-only">{none}</span>
    </>
  );
}

/** The person's name in the table, which no one can hide, and whether an attempt is not saved yet. */
export function NameField() {
  return (
    <>
      <ReferralOpener />
      <Unsaved />
    </>
  );
}

/** The person's name, a link that opens the referral. */
export function ReferralOpener({ isFullName = false }: { isFullName?: boolean }) {
  const referral = useRecordContext<ReferralRecord>();
  if (!referral) return null;
  return (
    <MarkedName>
      <RowTitle>
        <RowOpener record={referral}>
          {isFullName ? (
            <span>{nameOf(referral)}</span>
          ) : (
            <span>
              <span title={referral.first_name}>{referral.first_name}</span>{' '}
              {/* The column beside it shows it; the accessible names of this link and of the row's buttons need it. */}
              <span className="visually-hidden">{referral.last_name}</span>
            </span>
          )}
        </RowOpener>
      </RowTitle>
    </MarkedName>
  );
}

/** Opens the referral; named for what the person may do there (spec section 2). */
export function OpenReferralButton({ canEdit }: { canEdit: boolean | undefined }) {
  const t = useStaffT();
  const referral = useRecordContext<ReferralRecord>();
  const open = useOpenRow();
  return (
    <RowButton aria-haspopup="dialog" onClick={() => referral && open(referral.id)}>
      {t(canEdit ? 'referrals.update' : 'referrals.details')}
    </RowButton>
  );
}

/**
 * Opens the note viewer (spec section 2, "Dialogs on referrals"), and says how many notes there are, from a server that counts
 * them; quiet where there is none.
 */
export function SeeNotesButton() {
  const t = useStaffT();
  const { language } = useLanguage();
  const count = useRecordContext<ReferralRecord>()?.note_count;
  const text = count
    ? t('referrals.seeNotesCount', { count: formatNumber(count, language) })
    : t('referrals.seeNotes');
  return (
    <DialogButton opens="note">
      <span className={count === 0 ? tag.none : undefined}>{text}</span>
    </DialogButton>
  );
}

/** Opens the dialog that creates a login for the person. */
function CreateLoginButton() {
  const t = useStaffT();
  return <DialogButton opens="login">{t('referrals.createLogin')}</DialogButton>;
}

/** Asks whether to delete the referral (spec section 2); in the table an icon, as the head of its column has the words. */
export function DeleteButton() {
  const t = useStaffT();
  return (
    <DialogButton opens="delete" icon={<RowIcon name="delete" />}>
      {t('referrals.delete')}
    </DialogButton>
  );
}

interface DialogButtonProps {
  opens: 'note' | 'login' | 'delete';
  icon?: Elements;
  children: ReactNode;
}

function DialogButton({ opens, icon, children }: DialogButtonProps) {
  const referral = useRecordContext<ReferralRecord>();
  const openDialog = useOpenDialog();
  return (
    <RowButton
      icon={icon}
      aria-haspopup="dialog"
      onClick={() => referral && openDialog(opens, referral)}
    >
      {children}
    </RowButton>
  );
}
