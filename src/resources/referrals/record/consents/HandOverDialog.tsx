import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import type { Signer } from '../../../../../contract/consent';
import type { Consent } from '../../../../../contract/entities/consent';
import type { Language } from '../../../../../contract/languages';
import { SIGNING_MINUTES } from '../../../../../contract/staffConstants';
import { CloseButton, Dialog, FormDialog, useSingleMutation } from '../../../../admin';
import { Loading } from '../../../../app/lazyComponent';
import { routes } from '../../../../app/routes';
import { useServices } from '../../../../app/services';
import type { ReferralRecord } from '../../../../dataProvider/referrals';
import { useLanguage } from '../../../../i18n/I18nProvider';
import { LANGUAGES } from '../../../../i18n/languages';
import { type LanguageTexts, useAllTexts } from '../../../../i18n/useAllTexts';
import { useStaffT } from '../../../../i18n/useStaffT';
import { setHandedOver } from '../../../../signing/handedOver';
import { loadSignPage } from '../../../../signing/loadSignPage';
import { SelectInput } from '../../../../ui/form/Inputs';
import { ProblemMessage } from '../../../../ui/Message';
import { nameOf } from '../../referralFields';
import styles from './consents.module.css';
import { CONSENT_DETAILS, toSignedConsent } from './consentTexts';

interface Props {
  readonly referral: ReferralRecord;
  readonly consent: Consent;
  /** Who signs at the person's age; null if it is not known. */
  readonly signer: Signer | null;
  readonly onClose: () => void;
}

/** Ends the session, and hands this device over for one consent to be signed. */
export function HandOverDialog({ signer, ...props }: Props) {
  const t = useStaffT();
  const { texts, hasFailed } = useAllTexts();
  const [page, setPage] = useState<'loading' | 'loaded' | 'failed'>('loading');
  useEffect(() => {
    let isGone = false;
    loadSignPage()
      .then(() => !isGone && setPage('loaded'))
      .catch(() => !isGone && setPage('failed'));
    return () => {
      isGone = true;
    };
  }, []);
  if (signer && texts && page === 'loaded') {
    return <HandOverForm signer={signer} texts={texts} {...props} />;
  }
  const failed = hasFailed || page === 'failed';
  return (
    <Dialog
      title={t('consents.onScreen.title')}
      width="sm"
      onClose={props.onClose}
      actions={<CloseButton />}
    >
      {!signer && <p>{t('consents.noSigner')}</p>}
      {signer && failed && <ProblemMessage>{t('consents.onScreen.loadFailed')}</ProblemMessage>}
      {signer && !failed && <Loading />}
    </Dialog>
  );
}

interface FormProps extends Omit<Props, 'signer'> {
  readonly signer: Signer;
  readonly texts: readonly LanguageTexts[];
}

function HandOverForm({ referral, consent, signer, texts, onClose }: FormProps) {
  const t = useStaffT();
  const navigate = useNavigate();
  const { session } = useServices();
  const { language: own } = useLanguage();
  const preferred = texts.find(({ language }) => language === referral.preferred_language);
  const form = useForm<{ language: Language }>({
    defaultValues: { language: preferred?.language ?? own },
  });
  const mutation = useSingleMutation<{ language: Language }>({
    send: async (provider, { language }) => {
      const begun = Date.now();
      const { token } = (await provider.handOverConsent(consent.id)).data;
      setHandedOver({
        token,
        until: begun + SIGNING_MINUTES * 60_000,
        signer,
        form: toSignedConsent(referral, consent),
        texts,
        language,
      });
    },
    onDone: () => {
      // Both in one event, as with any sign-out. In place of the record, so that Back does not lead to it.
      void navigate(routes.sign.path, { replace: true });
      session.signOut();
    },
    onFailed: () => undefined,
  });
  return (
    <FormDialog
      title={t('consents.onScreen.title')}
      submitLabel={t('consents.onScreen.submit')}
      form={form}
      onSubmit={mutation.start}
      mutation={{ ...mutation, done: [], failed: 'consents.onScreen.failed' }}
      onClose={onClose}
      details={CONSENT_DETAILS}
      fields={{ consent: 'consents.noSigner' }}
      intro={
        <>
          <p className={styles.text}>{t('consents.onScreen.intro', { name: nameOf(referral) })}</p>
          <p className={styles.text}>
            {t('consents.onScreen.minutes', { count: SIGNING_MINUTES })}
          </p>
        </>
      }
    >
      <SelectInput
        source="language"
        label={t('consents.onScreen.language')}
        isRequired
        choices={texts.map(({ language }) => ({
          id: language,
          name: LANGUAGES[language] ?? language,
        }))}
      />
    </FormDialog>
  );
}
