import { useT } from '../i18n/I18nProvider';
import { Button } from '../ui/Button';
import { Modal, ModalActions } from '../ui/Modal';
import type { ReferralFormControls } from './useReferralForm';

/** Tells a visitor the limits of a guest referral before it is sent (spec section 2, "Referral form"). */
export function GuestNotice({ form }: { form: ReferralFormControls }) {
  const t = useT();
  return (
    <Modal title={t('referralForm.notice.title')} onClose={form.closeNotice}>
      <p>{t('referralForm.notice.text')}</p>
      <ModalActions>
        <Button onClick={form.continueAsGuest}>{t('referralForm.notice.continue')}</Button>
        <Button variant="secondary" onClick={form.closeNotice}>
          {t('referralForm.notice.close')}
        </Button>
      </ModalActions>
    </Modal>
  );
}
