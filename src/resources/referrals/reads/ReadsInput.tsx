import { useId } from 'react';
import { CONSENT_LEVELS, type ConsentLevel } from '../../../../contract/consent';
import { lowerLevel, sentenceAt } from '../../../../contract/disclosure';
import type { Consent } from '../../../../contract/entities/consent';
import { OPEN_STATUSES, type ReferralStatus } from '../../../../contract/staffConstants';
import { Loading } from '../../../app/lazyComponent';
import type { ReferralRecord } from '../../../dataProvider/referrals';
import { useLanguage } from '../../../i18n/I18nProvider';
import { LANGUAGES } from '../../../i18n/languages';
import { useAllTexts } from '../../../i18n/useAllTexts';
import { useStaffT } from '../../../i18n/useStaffT';
import { SelectField } from '../../../ui/Field';
import { useAnswerTextIn } from '../../../app/useAnswerTextIn';
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
          <ReadsLine
            key={id}
            recipient={recipient}
            sentence={sentenceAt(lowerLevel(ofConsent, chosen || 'outcome'), facts)}
            name={referral.first_name}
          />
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

interface LineProps {
  readonly recipient: Consent['recipient'];
  readonly sentence: string;
  /** The first name of the person. */
  readonly name: string;
}

/** What one of them reads: if that is in another language than that of staff, in both. */
function ReadsLine(props: LineProps) {
  const t = useStaffT();
  const answerText = useAnswerText();
  const { language: own } = useLanguage();
  const { recipient, sentence, name } = props;
  const words = answerText(sentence, name);
  const { language } = recipient;
  if (language === null || language === own || !Object.hasOwn(LANGUAGES, language)) {
    return <li>{t('consents.readsLine', { name: recipient.name, words })}</li>;
  }
  return (
    <li>
      <TheirWords {...props} language={language} />
      <p className={styles.hint}>{t('consents.readsGloss', { words })}</p>
    </li>
  );
}

function TheirWords({ recipient, sentence, name, language }: LineProps & { language: string }) {
  const t = useStaffT();
  const { texts } = useAllTexts();
  const theirs = texts?.find((one) => one.language === language);
  const answerText = useAnswerTextIn(theirs?.t ?? t);
  const values = { name: recipient.name, words: answerText(sentence, name) };
  return theirs ? <p lang={language}>{t('consents.readsLine', values)}</p> : <Loading />;
}

/** The level to store: null for all that a consent lets through. */
export const toLevel = (level: string): ConsentLevel | null =>
  level === '' ? null : (level as ConsentLevel);
