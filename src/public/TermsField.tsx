import { useState } from 'react';
import type { UseFormRegister } from 'react-hook-form';
import { useT } from '../i18n/I18nProvider';
import { Button } from '../shared/Button';
import { CheckField } from '../shared/CheckField';
import { required } from '../shared/formRules';
import { Modal, ModalActions } from '../shared/Modal';
import type { RegisterFields } from './registerFields';
import { TermsText } from './TermsText';

interface Props {
  register: UseFormRegister<RegisterFields>;
  error?: string;
}

/** The consent to the terms, and a button that shows them. */
export function TermsField({ register, error }: Props) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);

  return (
    <div>
      <CheckField
        {...register('agree', required('register.agreeRequired'))}
        label={t('register.agree')}
        error={error}
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
