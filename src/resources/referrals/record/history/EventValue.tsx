import type { ReactNode } from 'react';
import type { HistoryEvent } from '../../../../../contract/entities/history';
import type { ReferralSubmission } from '../../../../../contract/entities/referral';
import { formatDate } from '../../../../i18n/format';
import { useLanguage } from '../../../../i18n/I18nProvider';
import type { StaffTextKey } from '../../../../i18n/textKeys';
import { useSiteName } from '../../../../i18n/useSiteName';
import { useStaffT, useValueText } from '../../../../i18n/useStaffT';
import { useDayText } from '../../contact/contactTexts';
import styles from './HistoryList.module.css';

type Change = HistoryEvent['changes'][number];

/** The labels of the fields that change, by their names on the wire. */
const LABELS: Readonly<Partial<Record<string, StaffTextKey>>> = {
  status: 'referrals.status',
  end_reason: 'ending.title',
  end_note: 'ending.note',
  told_level: 'consents.sayLess',
  delete_reason: 'deleted.reason',
  follow_up: 'contact.followUp',
  notes: 'statusDialog.intakeNote',
  referred_by: 'referrals.referredBy',
  owner: 'owner.title',
  site: 'referrals.site',
  substance: 'referrals.substances',
  first_name: 'referrals.firstName',
  last_name: 'referrals.lastName',
  contact_number: 'referrals.contactNumber',
  sex: 'referrals.sex',
  dob: 'referrals.dob',
  mediCal: 'referralForm.mediCal',
  mediCal_county: 'referralForm.county',
  probation_name: 'referralForm.officerName',
  probation_phone: 'referralForm.officerPhone',
  probation_email: 'referralForm.officerEmail',
  preferred_language: 'reach.preferredLanguage',
  may_voicemail: 'reach.voicemail',
  may_text: 'reach.text',
  reach_note: 'reach.reachNote',
} satisfies Record<keyof ReferralSubmission, StaffTextKey> & Record<string, StaffTextKey>;

/** What a field without a value says; '(nothing)' for the others. */
const EMPTY: Readonly<Partial<Record<string, StaffTextKey>>> = {
  owner: 'owner.nobody',
  follow_up: 'contact.noCallBack',
  referred_by: 'referrals.guest',
};

/** Returns a function that names a field; one of a newer server by its name on the wire. */
export function useFieldLabel(): (field: string) => string {
  const t = useStaffT();
  return (field) => {
    const label = Object.hasOwn(LABELS, field) ? LABELS[field] : undefined;
    return label ? t(label) : field;
  };
}

/** Returns a function that writes a field's value in the reader's language. */
export function useFieldText(): (field: string, value: Change['from']) => string {
  const t = useStaffT();
  const valueText = useValueText();
  const siteName = useSiteName();
  const dayText = useDayText();
  const { language } = useLanguage();
  return (field, value) => {
    const texts = [value ?? []].flat().filter(Boolean);
    if (texts.length === 0) return t(EMPTY[field] ?? 'conflict.nothing');
    const write = (text: string) => {
      switch (field) {
        case 'status':
          return valueText('referralStatus', text);
        case 'end_reason':
          return valueText('endReasons', text);
        case 'delete_reason':
          return valueText('deleteReasons', text);
        case 'sex':
          return valueText('sexes', text);
        case 'substance':
          return valueText('substances', text);
        case 'preferred_language':
          return valueText('reach.languages', text);
        case 'may_voicemail':
        case 'may_text':
          return valueText('reach.answers', text);
        case 'dob':
          return formatDate(text, language);
        case 'follow_up': {
          const [day = '', hour] = text.split(' ');
          return dayText(day, hour);
        }
        case 'site':
          return siteName(text);
        default:
          return text;
      }
    };
    return texts.map(write).join(', ');
  };
}

/** Fields that are not set at first: their first value is no change of another one. */
const UNSET_AT_FIRST: readonly string[] = [
  'end_reason',
  'end_note',
  'told_level',
  'delete_reason',
  'follow_up',
];

/** 'Field: before → after'. */
export function FieldChange({ change: { field, from, to } }: { change: Change }) {
  const t = useStaffT();
  const label = useFieldLabel()(field);
  const text = useFieldText();
  if (from === null && UNSET_AT_FIRST.includes(field)) {
    return (
      <span>
        <span>{`${label}: `}</span>
        <strong>
          <bdi>{text(field, to)}</bdi>
        </strong>
      </span>
    );
  }
  return (
    <span>
      <span>{`${label}: `}</span>
      <bdi>{text(field, from)}</bdi> <span aria-hidden="true">→</span>
      <span className="visually-hidden">{t('history.changedTo')}</span>{' '}
      <strong>
        <bdi>{text(field, to)}</bdi>
      </strong>
    </span>
  );
}

/** A text over several lines before and after a change. */
export function TextChange({ change: { field, from, to } }: { change: Change }) {
  const t = useStaffT();
  const text = useFieldText();
  return (
    <dl className={styles.texts}>
      <div>
        <dt>{t('history.before')}</dt>
        <dd>
          <LongText>{text(field, from)}</LongText>
        </dd>
      </div>
      <div>
        <dt>{t('history.after')}</dt>
        <dd>
          <LongText>{text(field, to)}</LongText>
        </dd>
      </div>
    </dl>
  );
}

/** What somebody typed, with its line breaks and each line's own direction. */
export function LongText({ children }: { children: ReactNode }) {
  return (
    <div dir="auto" className={styles.text}>
      {children}
    </div>
  );
}
