import type { DisclosureEntry } from '../../../../../contract/entities/consent';
import { formatNumber } from '../../../../i18n/format';
import { useLanguage } from '../../../../i18n/I18nProvider';
import { useStaffT, useValueText } from '../../../../i18n/useStaffT';
import { useAnswerText } from '../../../useAnswerText';
import styles from './consents.module.css';
import { useConsentDay } from './consentTexts';

/** What was said by consents: to whom, in which words, how and when. */
export function SaidList({ entries }: { entries: readonly DisclosureEntry[] }) {
  const t = useStaffT();
  const { language } = useLanguage();
  const valueText = useValueText();
  const answerText = useAnswerText();
  const day = useConsentDay();
  return (
    <ul className={styles.entries}>
      {entries.map((entry) => {
        const { recipient, sentence, channel, purpose, address, times } = entry;
        const how = valueText('consents.channels', channel);
        return (
          <li key={`${recipient} ${purpose} ${sentence} ${channel} ${entry.first_at}`}>
            <p>
              {t('consents.said', {
                name: recipient,
                words: answerText(sentence, t('answers.thePerson')),
              })}
            </p>
            <p className={styles.hint}>
              <span>
                {times === 1
                  ? t('consents.saidWhen', { how, date: day(entry.last_at) })
                  : t('consents.saidTimes', {
                      how,
                      count: formatNumber(times, language),
                      date: day(entry.first_at),
                      last: day(entry.last_at),
                    })}
              </span>
              {address && (
                <>
                  <span> · </span>
                  <bdi>{address}</bdi>
                </>
              )}
              <span> · </span>
              <bdi>{purpose}</bdi>
            </p>
          </li>
        );
      })}
    </ul>
  );
}
