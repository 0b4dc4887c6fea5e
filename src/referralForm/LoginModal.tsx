import { useT } from '../i18n/I18nProvider';
import { Button } from '../ui/Button';
import { LoginForm } from '../session/LoginForm';
import { Modal } from '../ui/Modal';

interface Props {
  onSignedIn: () => void;
  onClose: () => void;
}

/** Login dialog over the referral form, which keeps its input. */
export function LoginModal({ onSignedIn, onClose }: Props) {
  const t = useT();
  return (
    <Modal title={t('login.title')} onClose={onClose}>
      <LoginForm
        onSignedIn={() => {
          onClose();
          onSignedIn();
        }}
        more={
          <Button variant="secondary" onClick={onClose}>
            {t('app.close')}
          </Button>
        }
      />
    </Modal>
  );
}
