/** The fields of a referral, from RecordContext, and its note. */
import { type ComponentProps, useContext, useMemo } from 'react';
import { ListContext, useRecordContext } from 'react-admin';
import { DEFAULT_REFERRAL_STATUS, type ReferralStatus } from '../../../contract/staffConstants';
import { ClampedText, EmailField, RowIcon, TagList } from '../../admin';
import tag from '../../admin/field/tag.module.css';
import type { ReferralRecord } from '../../dataProvider/referrals';
import { useSiteName } from '../../i18n/useSiteName';
import { useStaffT, useValueText } from '../../i18n/useStaffT';
import { labelAccounts } from '../accountLabels';
import styles from './referralFields.module.css';

export const nameOf = ({
  first_name,
  last_name,
}: Pick<ReferralRecord, 'first_name' | 'last_name'>) => `${first_name} ${last_name}`;

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

type ShownAccount = ReferralRecord['user_info'] | ReferralRecord['owner'];

/** Returns a function that labels a referrer or owner, distinctly from accounts with the same name on the page. */
export function useAccountText(): (account: ShownAccount) => string | undefined {
  const list = useContext(ListContext);
  const referrals = list?.data as readonly ReferralRecord[] | undefined;
  const labels = useMemo(() => labelShown(referrals ?? []), [referrals]);
  return (account) => labels.get(account?.id ?? '') ?? account?.fullname;
}

function labelShown(referrals: readonly ReferralRecord[]) {
  const accounts = referrals
    .flatMap(({ user_info, owner }) => [user_info, owner])
    .flatMap((account) => (account?.id ? [{ ...account, id: account.id }] : []));
  return labelAccounts([...new Map(accounts.map((account) => [account.id, account])).values()]);
}

/** Returns a function that labels an owner, and says if they left. */
export function useOwnerText(): (owner: ReferralRecord['owner']) => string | undefined {
  const t = useStaffT();
  const accountText = useAccountText();
  return (owner) => {
    const name = accountText(owner);
    return name && owner?.left ? t('owner.left', { name }) : name;
  };
}

/** Who works on the referral, if anybody does. */
export function OwnerField() {
  const t = useStaffT();
  const name = useOwnerText()(useRecordContext<ReferralRecord>()?.owner);
  if (!name) return null;
  return (
    <span className={styles.owner} title={`${t('owner.title')}: ${name}`}>
      <span className="visually-hidden">{`${t('owner.title')}: `}</span>
      <bdi>{name}</bdi>
    </span>
  );
}

export function SexField() {
  const valueText = useValueText();
  return <span>{valueText('sexes', useRecordContext<ReferralRecord>()?.sex ?? '')}</span>;
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

/** Who referred the person, in a list; 'Guest' if nobody was signed in (spec section 1). */
export function ReferrerField() {
  const t = useStaffT();
  const name = useAccountText()(useRecordContext<ReferralRecord>()?.user_info);
  return name ? <ClampedText>{name}</ClampedText> : <span>{t('referrals.guest')}</span>;
}

/** The same where there is room: with the email, for those who may read it. */
export function ReferrerDetails() {
  const t = useStaffT();
  const { fullname, username } = useRecordContext<ReferralRecord>()?.user_info ?? {};
  if (!fullname) return <span>{t('referrals.guest')}</span>;
  return (
    <>
      <bdi>{fullname}</bdi>
      {username && (
        <span className={styles.email}>
          <span> </span>
          <EmailField address={username} />
        </span>
      )}
    </>
  );
}

/** A referral's note with its line breaks, or that there is none. */
export function NoteText({ notes }: { notes: string | null }) {
  const t = useStaffT();
  if (!notes) return <p className={styles.none}>{t('noteDialog.none')}</p>;
  return <p className={styles.note}>{notes}</p>;
}
