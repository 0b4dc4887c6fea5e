import { createPortal } from 'react-dom';
import type { Signer } from '../../../../../contract/consent';
import type { Consent } from '../../../../../contract/entities/consent';
import { STATEMENT_2 } from '../../../../../contract/statements';
import { CloseButton, Dialog } from '../../../../admin';
import { Loading } from '../../../../app/lazyComponent';
import { useServices } from '../../../../app/services';
import type { ReferralRecord } from '../../../../dataProvider/referrals';
import { type LanguageTexts, useAllTexts } from '../../../../i18n/useAllTexts';
import { useStaffT } from '../../../../i18n/useStaffT';
import { Button } from '../../../../ui/Button';
import { ConsentQuestion, ConsentRights, ConsentWords } from '../../../../signing/ConsentWords';
import { ProblemMessage } from '../../../../ui/Message';
import styles from './consents.module.css';
import { toSignedConsent } from './consentTexts';
import formStyles from './PrintForm.module.css';

interface Props {
  readonly referral: ReferralRecord;
  readonly consent: Consent;
  /** Who signs at the person's age; null if it is not known. */
  readonly signer: Signer | null;
  readonly onClose: () => void;
}

/** Prints the form of a consent that is asked for: one page in all languages, for the person to sign. */
export function PrintFormDialog({ onClose, ...form }: Props) {
  const t = useStaffT();
  const { texts, hasFailed } = useAllTexts();
  return (
    <Dialog
      title={t('consents.form.print')}
      width="sm"
      onClose={onClose}
      actions={
        <>
          {texts && <Button onClick={() => window.print()}>{t('consents.print')}</Button>}
          <CloseButton />
        </>
      }
    >
      <p className={styles.text}>{t('consents.form.hint')}</p>
      {hasFailed && <ProblemMessage>{t('consents.form.loadFailed')}</ProblemMessage>}
      {!texts && !hasFailed && <Loading />}
      {texts && createPortal(<Form {...form} texts={texts} />, document.body)}
    </Dialog>
  );
}

interface FormProps extends Omit<Props, 'onClose'> {
  readonly texts: readonly LanguageTexts[];
}

function Form({ referral, consent, signer, texts }: FormProps) {
  const t = useStaffT();
  const { brandName } = useServices().settings;
  return (
    <article className={`${styles.sheet} ${formStyles.form} paper-only`}>
      <p className={formStyles.brand}>
        <bdi>{brandName}</bdi>
      </p>
      <div className={formStyles.columns}>
        {texts.map((one) => (
          <Words key={one.language} referral={referral} consent={consent} texts={one} />
        ))}
      </div>
      <Signatures consent={consent} signer={signer} texts={texts} />
      <section className={formStyles.staff}>
        <p>
          <strong>{t('consents.form.staff')}</strong>
        </p>
        <p className={formStyles.blanks}>
          <span>{t('consents.form.witness')}</span>
          <span className={formStyles.blank} />
          <span>{t('consents.form.keptIn')}</span>
          <span className={formStyles.blank} />
          <span>{referral.tracking_id}</span>
        </p>
        <p>{t('consents.form.then')}</p>
        <p lang="en">{STATEMENT_2}</p>
      </section>
    </article>
  );
}

/** What is signed, in one language. */
function Words({
  referral,
  consent,
  texts,
}: Pick<FormProps, 'referral' | 'consent'> & { texts: LanguageTexts }) {
  const { language, t } = texts;
  const form = toSignedConsent(referral, consent);
  return (
    // In the language of who reads it: a browser that translates the page leaves it as it is.
    <section lang={language} translate="no" className={formStyles.words}>
      <ConsentQuestion form={form} texts={texts} />
      <ConsentWords
        form={form}
        texts={texts}
        until={
          <>
            <span>{t('consents.form.untilUsual')}</span>
            <span>{t('consents.form.orUntil')}</span>
            <span className={formStyles.blank} />
          </>
        }
      />
      <ConsentRights form={form} texts={texts} />
      {consent.recipient.kind === 'guest' && <p>{`☐ ${t('consents.form.byPhone')}`}</p>}
      <p className={formStyles.choices}>
        <span>{`☐ ${t('consents.form.yes')}`}</span>
        <span>{`☐ ${t('consents.form.no')}`}</span>
      </p>
    </section>
  );
}

/** The lines to sign, each with its words in all languages. */
function Signatures({ consent, signer, texts }: Omit<FormProps, 'referral'>) {
  const { name } = consent.recipient;
  const line = (words: (one: LanguageTexts) => string) => (
    <p className={formStyles.line}>
      {texts.map((one) => (
        <span key={one.language} lang={one.language}>
          {words(one)}
        </span>
      ))}
    </p>
  );
  const date = line(({ t }) => t('consents.form.date'));
  return (
    <div className={formStyles.lines}>
      {line(({ t }) => t('consents.form.signature'))}
      {date}
      {signer !== 'person' && (
        <>
          {line(({ t }) => t('consents.form.guardian'))}
          {date}
        </>
      )}
      {line(({ t }) => t('consents.form.later', { name }))}
      {date}
    </div>
  );
}
