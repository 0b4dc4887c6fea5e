/** The fields of a referral and the buttons on it, from RecordContext. */
import type { ComponentProps, ReactNode } from 'react';
import { useRecordContext } from 'react-admin';
import { DEFAULT_REFERRAL_STATUS, type ReferralStatus } from '../../../contract/constants';
import {
  ClampedText,
  RowButton,
  RowIcon,
  RowOpener,
  RowTitle,
  TagList,
  useOpenDialog,
  useOpenRow,
} from '../../admin';
import tag from '../../admin/field/tag.module.css';
import type { ReferralRecord } from '../../dataProvider/referrals';
import { useSiteName } from '../../i18n/useSiteName';
import { useStaffT, useValueText } from '../../i18n/useStaffT';
import { MarkedName } from './duplicates/DuplicateMark';
import styles from './referralFields.module.css';

export const nameOf = ({ first_name, last_name }: ReferralRecord) => `${first_name} ${last_name}`;

type IconName = ComponentProps<typeof RowIcon>['name'];

const STATUS_ICONS: Readonly<Partial<Record<string, IconName>>> = {
  Pending: 'clock',
  Processed: 'done',
  'Declined Services': 'refused',
  'More Info Needed': 'info',
} satisfies Record<ReferralStatus, IconName>;

/** 'Pending' in a warning colour, others in a success colour (spec section 2), and each with an icon of its own. */
export function StatusField() {
  const valueText = useValueText();
  const status: string = useRecordContext<ReferralRecord>()?.status ?? '';
  const icon = Object.hasOwn(STATUS_ICONS, status) ? STATUS_ICONS[status] : undefined;
  const text = valueText('referralStatus', status);
  return (
    <span className={status === DEFAULT_REFERRAL_STATUS ? tag.warning : tag.success} title={text}>
      {icon && <RowIcon name={icon} />}
      <span className={styles.status}>{text}</span>
    </span>
  );
}

/** Whether the person has a login of their own; if not, the button that creates one, for who may. */
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

export function SexField() {
  const valueText = useValueText();
  return valueText('sexes', useRecordContext<ReferralRecord>()?.sex ?? '');
}

export function SubstancesField() {
  const valueText = useValueText();
  const substances: readonly string[] = useRecordContext<ReferralRecord>()?.substance ?? [];
  return (
    <TagList
      names={substances.map((name) => valueText('substances', name))}
      shortNames={substances.map((name) => valueText('substanceTags', name))}
    />
  );
}

export function SiteField() {
  const siteName = useSiteName();
  const site = useRecordContext<Pick<ReferralRecord, 'id' | 'site'>>()?.site;
  return site && <ClampedText>{siteName(site.label)}</ClampedText>;
}

/** Who referred the person; 'Guest' if nobody was signed in (spec section 1). */
export function ReferrerField() {
  const t = useStaffT();
  const name = useRecordContext<ReferralRecord>()?.user_info?.fullname;
  return name ? <ClampedText>{name}</ClampedText> : t('referrals.guest');
}

/** The person's name, which opens the referral. */
export function ReferralOpener({ isFullName = false }: { isFullName?: boolean }) {
  const referral = useRecordContext<ReferralRecord>();
  const open = useOpenRow();
  if (!referral) return null;
  return (
    <MarkedName>
      <RowTitle>
        <RowOpener aria-haspopup="dialog" onClick={() => open(referral.id)}>
          {isFullName ? (
            nameOf(referral)
          ) : (
            <>
              {referral.first_name}{' '}
              {/* The column beside it shows it; the accessible names of this button and of the row's others need it. */}
              <span className="visually-hidden">{referral.last_name}</span>
            </>
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

/** Opens the note viewer (spec section 2, "Dialogs on referrals"). */
export function SeeNotesButton() {
  const t = useStaffT();
  return <DialogButton opens="note">{t('referrals.seeNotes')}</DialogButton>;
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
  icon?: ReactNode;
  children: string;
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
