import { useState } from 'react';
import { useT } from '../i18n/I18nProvider';
import { Button } from '../shared/Button';
import { BooleanInput } from '../shared/form/Inputs';
import { Modal, ModalActions } from '../shared/Modal';
import { TermsText } from './TermsText';

/** The consent to the terms, and a button that shows them. */
export function TermsInput() {
  const t = useT();
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);

  return (
    <div>
      <BooleanInput
        source="agree"
        label={t('register.agree')}
        validate={(agree) => (agree ? undefined : 'register.agreeRequired')}
      />
      <Button variant="quiet" onClick={() => setOpen(true)}>
        {t('register.terms')}
      </Button>
      {open && (
        <Modal title={t('register.termsTitle')} onClose={close}>
          <TermsText />
          <ModalActions>
            <Button onClick={close}>{t('app.close')}</Button>
          </ModalActions>
        </Modal>
      )}
    </div>
  );
}
