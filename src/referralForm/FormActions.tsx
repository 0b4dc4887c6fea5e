import { useT } from '../i18n/I18nProvider';
import { Button } from '../shared/Button';
import styles from './ReferralForm.module.css';
import type { ReferralFormControls } from './useReferralForm';

/**
 * 'Next', or 'Back' and 'Finish'. The keys keep them separate elements: a 'Back' that became 'Next' during a click would submit
 * the form.
 */
export function FormActions({ form }: { form: ReferralFormControls }) {
  const t = useT();
  const { step, phase } = form.state;
  const isBusy = phase === 'sending' || phase === 'added';

  return (
    <div className={styles.actions}>
      {step === 'start' ? (
        <Button key="next" type="submit">
          {t('referralForm.next')}
        </Button>
      ) : (
        <>
          <Button key="back" variant="secondary" onClick={isBusy ? undefined : form.back}>
            {t('referralForm.back')}
          </Button>
          <Button key="finish" type="submit" busy={isBusy}>
            {t('referralForm.finish')}
          </Button>
        </>
      )}
    </div>
  );
}
