import { useState } from 'react';
import { createPortal } from 'react-dom';
import type { Sentence } from '../../../../../contract/disclosure';
import type { Asker, Consent } from '../../../../../contract/entities/consent';
import { STATEMENT_1 } from '../../../../../contract/statements';
import { MutationStatus, useDialogMutation, usePrintNow } from '../../../../admin';
import { useServices } from '../../../../app/services';
import { useAnswerTextIn } from '../../../../app/useAnswerTextIn';
import type { ReferralRecord } from '../../../../dataProvider/referrals';
import { formatDate } from '../../../../i18n/format';
import { dayOf, now } from '../../../../i18n/providerTime';
import { type LanguageTexts, useAllTexts } from '../../../../i18n/useAllTexts';
import { useStaffT } from '../../../../i18n/useStaffT';
import { Button } from '../../../../ui/Button';
import { ProblemMessage } from '../../../../ui/Message';
import styles from './consents.module.css';
import { CONSENT_DETAILS } from './consentTexts';

interface Props {
  readonly referral: ReferralRecord;
  readonly asker: Asker;
  /** What may be said. */
  readonly sentence: Sentence;
  /** The consent by which it says more than that the referral was received. */
  readonly consent: Consent | undefined;
}

/**
 * Prints a letter with the answer. By a consent it is in the ledger first: until then there is nothing to print, by the browser's own
 * command either.
 */
export function Letter({ referral, asker, sentence, consent }: Props) {
  const t = useStaffT();
  const { texts, hasFailed } = useAllTexts();
  const [isPrinting, setPrinting] = useState(false);
  const mutation = useDialogMutation<Consent>({
    send: async (provider, { id }) => {
      await provider.tellAnswer({ consent: id, sentence, channel: 'letter' });
      setPrinting(true);
    },
    done: 'consents.toldDone',
    failed: 'consents.toldFailed',
  });
  const print = () => (consent ? mutation.start(consent) : setPrinting(true));
  return (
    <>
      <p className={styles.hint}>{t('consents.letter.hint')}</p>
      {hasFailed && <ProblemMessage>{t('consents.letter.loadFailed')}</ProblemMessage>}
      <MutationStatus mutation={mutation} onTryAgain={print} isAdding details={CONSENT_DETAILS} />
      {texts && (
        <div>
          <Button variant="secondary" busy={mutation.isBusy || mutation.isDone} onClick={print}>
            {t('consents.letter.print')}
          </Button>
        </div>
      )}
      {texts && isPrinting && (
        <Sheet
          referral={referral}
          asker={asker}
          sentence={sentence}
          consent={consent}
          texts={texts}
          onPrinted={() => setPrinting(false)}
        />
      )}
    </>
  );
}

interface SheetProps extends Props {
  readonly texts: readonly LanguageTexts[];
  readonly onPrinted: () => void;
}

/** The letter, which is printed as soon as it is there. */
function Sheet({ referral, asker, sentence, consent, texts, onPrinted }: SheetProps) {
  const { brandName, supportPhone: phone } = useServices().settings;
  usePrintNow(onPrinted);
  const address = consent?.recipient.address;
  return createPortal(
    <article className={`${styles.sheet} paper-only`}>
      <p>
        <strong>
          <bdi>{brandName}</bdi>
        </strong>
      </p>
      {phone && <p>{phone}</p>}
      {consent && (
        <p>
          <bdi>{asker.name}</bdi>
        </p>
      )}
      {address && (
        <p>
          <bdi>{address}</bdi>
        </p>
      )}
      {texts.map((one) => (
        <Words
          key={one.language}
          referral={referral}
          sentence={sentence}
          consent={consent}
          texts={one}
        />
      ))}
      {consent && <p lang="en">{STATEMENT_1}</p>}
    </article>,
    document.body,
  );
}

type WordsProps = Pick<Props, 'referral' | 'sentence' | 'consent'> & {
  readonly texts: LanguageTexts;
};

/** The answer in one language, naming nobody; with a consent, also its scope. */
function Words({ referral, sentence, consent, texts: { language, t } }: WordsProps) {
  const day = (value: string) => formatDate(value, language);
  const answerText = useAnswerTextIn(t);
  const signed = consent?.signed;
  return (
    <section lang={language} translate="no" className={styles.section}>
      <p>{day(dayOf(now()))}</p>
      {!consent && <p>{t('consents.letter.reference', { reference: referral.tracking_id })}</p>}
      <p>
        <strong>{answerText(sentence, t('answers.thePerson'))}</strong>
      </p>
      {signed && (
        <>
          <p>{t('filed.tellNoOne')}</p>
          <p>
            {t('filed.because', {
              name: signed.person_name,
              date: day(signed.on),
              level: t(`consents.levels.${consent.level}` as 'consents.levels.reached', {
                _: consent.level,
              }),
              until: day(consent.last_day ?? ''),
            })}
          </p>
        </>
      )}
    </section>
  );
}
