import { useId } from 'react';
import { CONSENT_LEVELS, type ConsentLevel } from '../../../../contract/consent';
import { lowerLevel, sentenceAt } from '../../../../contract/disclosure';
import { OPEN_STATUSES, type ReferralStatus } from '../../../../contract/staffConstants';
import type { ReferralRecord } from '../../../dataProvider/referrals';
import { useStaffT } from '../../../i18n/useStaffT';
import { SelectField } from '../../../ui/Field';
import { useAnswerText } from '../../useAnswerText';
import dialogStyles from '../ReferralDialogs.module.css';
import styles from './reads.module.css';
import { useConsents } from './useConsents';

/** It asks who referred to call, but nothing tells them. */
const MORE_INFO: ReferralStatus = 'More Info Needed';

interface Props {
  readonly referral: ReferralRecord;
  /** As they are once it is saved. */
  readonly status: string;
  readonly endReason: string | null;
  /** The chosen level, '' for all that a consent lets through; undefined while it was not touched. */
  readonly level: string | undefined;
  readonly onChange: (level: string) => void;
}

/** Of a closed referral: what those read whom a consent in force names, once it is saved. Staff may say less. */
export function ReadsInput({ referral, status, endReason, level, onChange }: Props) {
  const t = useStaffT();
  const titleId = useId();
  const answerText = useAnswerText();
  const { data } = useConsents(referral.id);
  const inForce = data?.consents.filter((consent) => consent.state === 'inForce') ?? [];
  if (status === MORE_INFO) return <p className={styles.hint}>{t('consents.notTold')}</p>;
  const isOpen = (OPEN_STATUSES as readonly string[]).includes(status);
  if (isOpen || inForce.length === 0) return null;
  const chosen = level ?? data?.told_level ?? '';
  const attempts = referral.contact?.attempts ?? [];
  const facts = { status, endReason, attempts };
  return (
    <section aria-labelledby={titleId} className={dialogStyles.part}>
      <h3 id={titleId}>{t('consents.reads')}</h3>
      <p className={dialogStyles.value}>{t('consents.readsHint')}</p>
      <ul className={styles.entries}>
        {inForce.map(({ id, recipient, level: ofConsent }) => (
          <li key={id}>
            {t('consents.readsLine', {
              name: recipient.name,
              words: answerText(
                sentenceAt(lowerLevel(ofConsent, chosen || 'outcome'), facts),
                referral.first_name,
              ),
            })}
          </li>
        ))}
      </ul>
      <SelectField
        label={t('consents.sayLess')}
        value={chosen}
        onChange={({ target }) => onChange(target.value)}
      >
        <option value="">{t('consents.sayAll')}</option>
        {CONSENT_LEVELS.map((one) => (
          <option key={one} value={one}>
            {t(`consents.levels.${one}`)}
          </option>
        ))}
      </SelectField>
    </section>
  );
}

/** The level to store: null for all that a consent lets through. */
export const toLevel = (level: string): ConsentLevel | null =>
  level === '' ? null : (level as ConsentLevel);
