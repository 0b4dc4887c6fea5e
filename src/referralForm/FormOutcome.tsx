import type { Ref } from 'react';
import { isUnavailable } from '../api/ApiError';
import { useServices } from '../app/services';
import { FallbackContact } from '../frame/FallbackContact';
import { useLanguage, useT } from '../i18n/I18nProvider';
import { startTexts } from '../i18n/languages';
import { Button } from '../ui/Button';
import { ProblemMessage, StatusMessage } from '../ui/Message';
import { useErrorText } from '../ui/useErrorText';
import { useSlowText } from '../ui/useSlowText';
import type { Problem } from './referralFormState';
import styles from './ReferralForm.module.css';
import type { ReferralFormControls } from './useReferralForm';

interface Props {
  form: ReferralFormControls;
  /** Takes the focus after a failure. */
  problemRef: Ref<HTMLDivElement>;
  onSignIn: () => void;
}

/** The state of sending: in progress, done, or failed with its remedy. */
export function FormOutcome({ form, problemRef, onSignIn }: Props) {
  const t = useT();
  const { phase, problem, wasAdded } = form.state;
  const isSending = phase === 'sending';
  const slowText = useSlowText(isSending);

  return (
    <div className={styles.outcome}>
      <StatusMessage variant={wasAdded ? 'success' : 'note'}>
        {wasAdded && <span>{t('referralForm.added')}</span>}
        {isSending && <span>{slowText ?? t('referralForm.sending')}</span>}
      </StatusMessage>
      {problem && (
        <ProblemMessage ref={problemRef}>
          <ProblemText problem={problem} />
          <div className={styles.inline}>
            {problem.kind === 'signedOut' ? (
              <>
                <Button onClick={onSignIn}>{t('referralForm.logIn')}</Button>
                <Button variant="secondary" onClick={form.continueAsGuest}>
                  {t('referralForm.notice.continue')}
                </Button>
              </>
            ) : (
              <Button variant="secondary" onClick={form.tryAgain}>
                {t('app.tryAgain')}
              </Button>
            )}
          </div>
        </ProblemMessage>
      )}
    </div>
  );
}

function ProblemText({ problem }: { problem: Problem }) {
  const { t, language } = useLanguage();
  const { settings } = useServices();
  const errorText = useErrorText();
  // Without the server's answer the outcome is unknown. Our server recognizes a repeat and stores it once.
  const isUnknown =
    problem.kind === 'failed' && (problem.error.kind !== 'status' || isUnavailable(problem.error));
  const why =
    problem.kind === 'failed'
      ? errorText(problem.error)
      : t(problem.kind === 'signedOut' ? 'referralForm.signedOut' : 'referralForm.refused');

  return (
    <>
      <p>
        <strong>{t(isUnknown ? 'referralForm.maybeNotSent' : 'referralForm.notSent')}</strong>{' '}
        <span>{t('referralForm.kept')}</span>
      </p>
      {why && <p>{why}</p>}
      {problem.kind === 'failed' && (
        <FallbackContact texts={startTexts(language)} settings={settings} />
      )}
    </>
  );
}
