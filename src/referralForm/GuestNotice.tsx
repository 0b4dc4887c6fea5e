import { useT } from '../i18n/I18nProvider';
import { useStep2T } from '../i18n/useStep2T';
import { Button } from '../ui/Button';
import { Modal, ModalActions } from '../ui/Modal';
import type { ReferralFormControls } from './useReferralForm';

/** Tells a visitor the limits of a guest referral before it is sent (spec section 2, "Referral form"). */
export function GuestNotice({ form }: { form: ReferralFormControls }) {
  const t = useT();
  const step2T = useStep2T();
  return (
    <Modal title={step2T('guestNotice.title')} onClose={form.closeNotice}>
      <p>{step2T('guestNotice.text')}</p>
      <ModalActions>
        <Button onClick={form.continueAsGuest}>{t('referralForm.notice.continue')}</Button>
        <Button variant="secondary" onClick={form.closeNotice}>
          {step2T('guestNotice.close')}
        </Button>
      </ModalActions>
    </Modal>
  );
}
