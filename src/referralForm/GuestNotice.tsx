import { useT } from '../i18n/I18nProvider';
import { Button } from '../shared/Button';
import { Modal, ModalActions } from '../shared/Modal';

/** Tells a visitor the limits of a guest referral before it is sent (spec section 2, "Referral form"). */
export function GuestNotice({
  onContinue,
  onClose,
}: {
  onContinue: () => void;
  onClose: () => void;
}) {
  const t = useT();
  return (
    <Modal title={t('referralForm.notice.title')} onClose={onClose}>
      <p>{t('referralForm.notice.text')}</p>
      <ModalActions>
        <Button onClick={onContinue}>{t('referralForm.notice.continue')}</Button>
        <Button variant="secondary" onClick={onClose}>
          {t('referralForm.notice.close')}
        </Button>
      </ModalActions>
    </Modal>
  );
}
