/** The result of a look-up, for its page and for the page without scripts. */
import { useEffect, useRef } from 'react';
import type { LookUpResult } from '../../contract/entities/receipt';
import { useServices } from '../app/services';
import { useAnswerTextIn } from '../app/useAnswerTextIn';
import { formatDate } from '../i18n/format';
import { type Translate, useLanguage, useT } from '../i18n/I18nProvider';
import { useAccountT } from '../i18n/useAccountT';
import type { StaffTextKey } from '../i18n/textKeys';
import { ProblemMessage } from '../ui/Message';
import { NoRedisclosure } from '../ui/NoRedisclosure';
import { PhoneLink, WithPhone } from '../ui/PhoneLink';
import styles from './LookUpPage.module.css';

/** Why there is no answer. A result of a newer server counts as no match. */
export function Refusal({ result }: { result: LookUpResult | null }) {
  const t = useAccountT();
  const message = useRef<HTMLDivElement>(null);
  useEffect(() => message.current?.focus(), [result]);
  if (!result) return null;
  const isTooMany = result.result === 'tooManyTries';
  return (
    <ProblemMessage ref={message}>
      <p>{t(isTooMany ? 'lookUp.tooManyTries' : 'lookUp.noMatch')}</p>
    </ProblemMessage>
  );
}

/** Whom to call without a receipt. */
export function NoReceipt() {
  const t = useAccountT();
  const { supportPhone: phone, supportPhoneHref } = useServices().settings;
  if (!phone) return <p>{t('lookUp.noReceiptNoPhone')}</p>;
  return (
    <p>
      <WithPhone text={t('lookUp.noReceipt', { phone })} phone={phone} href={supportPhoneHref} />
    </p>
  );
}

/** What may be said, never with a name. */
export function Answer({ result: { sentence, consent } }: { result: LookUpResult }) {
  // Not `useStaffT`, which comes with the signed-in app; its texts are loaded with this page.
  const t = useT() as Translate<StaffTextKey>;
  const accountT = useAccountT();
  const { language } = useLanguage();
  const { supportPhone: phone, supportPhoneHref } = useServices().settings;
  const answer = useRef<HTMLDivElement>(null);
  useEffect(() => answer.current?.focus(), []);
  const answerText = useAnswerTextIn(t);
  const words = answerText(sentence ?? 'callUs', t('answers.thePerson'), t('answers.callUs'));

  return (
    <div ref={answer} tabIndex={-1} role="status" className={styles.answer}>
      <p className={styles.words}>{withCapitals(words)}</p>
      {phone && (
        <p>
          <span>{`${t('filed.call')} `}</span>
          <PhoneLink phone={phone} href={supportPhoneHref} />
        </p>
      )}
      {consent ? (
        <div className={styles.because}>
          <p>
            {accountT('lookUp.because', {
              date: formatDate(consent.signed_on, language),
              level: t(`consents.levels.${consent.level}` as StaffTextKey, { _: consent.level }),
              until: formatDate(consent.last_day, language),
            })}
          </p>
          <NoRedisclosure t={t} />
        </div>
      ) : (
        <p>{accountT('lookUp.sameForAll')}</p>
      )}
    </div>
  );
}

/** With 'The person' where that begins a sentence. */
const withCapitals = (words: string) =>
  words.replaceAll(/(^|\. )\p{Ll}/gu, (start) => start.toUpperCase());
