import type { Elements } from '../app/elements';
import type { County } from '../../contract/entities/county';
import type { Site } from '../../contract/entities/site';
import { useT } from '../i18n/I18nProvider';
import { Button } from '../ui/Button';
import type { List } from '../ui/useList';
import { CompleteStep } from './CompleteStep';
import type { ReferralFormMode } from './DraftProvider';
import { GuestNotice } from './GuestNotice';
import { HearBackFields } from './HearBackFields';
import styles from './ReferralForm.module.css';
import { RightsPanel } from './RightsPanel';
import type { ReferralFormControls } from './useReferralForm';

export { CorrectedFields } from './CompleteStep';
export { ReceiptPanel } from './ReceiptPanel';

interface Step2Props {
  mode: ReferralFormMode;
  form: ReferralFormControls;
  sites: List<Site>;
  counties: List<County>;
  /** The state of sending, above the buttons. */
  children: Elements;
}

/** All of step 2: the fields, on the public page whom to call and who reads it, and the buttons. */
export function Step2({ mode, form, sites, counties, children }: Step2Props) {
  const t = useT();
  const { isBusy } = form;
  const { draft, phase } = form.state;
  const site = sites.items.find(({ _id }) => _id === draft.site?.value);
  return (
    <>
      <fieldset className={styles.fields} disabled={isBusy}>
        <CompleteStep form={form} counties={counties} />
        <HearBackFields form={form} />
      </fieldset>
      {mode === 'public' && <RightsPanel substances={draft.substance} readers={site?.readers} />}
      {children}
      <div className={styles.actions}>
        <Button variant="secondary" onClick={isBusy ? undefined : form.back}>
          {t('referralForm.back')}
        </Button>
        <Button type="submit" busy={isBusy}>
          {t('referralForm.finish')}
        </Button>
      </div>
      {phase === 'notice' && <GuestNotice form={form} />}
    </>
  );
}
