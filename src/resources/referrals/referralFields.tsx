/** The fields of a referral, from RecordContext, and its note. */
import type { ComponentProps } from 'react';
import { useRecordContext } from 'react-admin';
import { DEFAULT_REFERRAL_STATUS, type ReferralStatus } from '../../../contract/constants';
import { ClampedText, RowIcon, TagList } from '../../admin';
import tag from '../../admin/field/tag.module.css';
import type { ReferralRecord } from '../../dataProvider/referrals';
import { useSiteName } from '../../i18n/useSiteName';
import { useStaffT, useValueText } from '../../i18n/useStaffT';
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

/** Who works on the referral, if anybody does: a line below its status. */
export function OwnerField() {
  const t = useStaffT();
  const name = useRecordContext<ReferralRecord>()?.owner?.fullname;
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

/** Who referred the person; 'Guest' if nobody was signed in (spec section 1). */
export function ReferrerField() {
  const t = useStaffT();
  const name = useRecordContext<ReferralRecord>()?.user_info?.fullname;
  return name ? <ClampedText>{name}</ClampedText> : <span>{t('referrals.guest')}</span>;
}

/** A referral's note with its line breaks, or that there is none. */
export function NoteText({ notes }: { notes: string | null }) {
  const t = useStaffT();
  if (!notes) return <p className={styles.none}>{t('noteDialog.none')}</p>;
  return <p className={styles.note}>{notes}</p>;
}
