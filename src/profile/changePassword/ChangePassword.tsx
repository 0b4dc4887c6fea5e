import { type FormEvent, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import type { StaffTextKey } from '../../i18n/textKeys';
import { useStaffT } from '../../i18n/useStaffT';
import { Button } from '../../shared/Button';
import { ErrorSummary } from '../../shared/ErrorSummary';
import { required, useFieldError, useNewPassword } from '../../shared/formRules';
import { CHANGE_PASSWORD_ID } from '../../shared/routes';
import { PasswordField } from '../../staff/PasswordField';
import { SubmittingFieldset } from '../../admin/dialog/SubmittingFieldset';
import { MutationStatus } from '../../admin/dialog/MutationStatus';
import styles from '../ProfilePage.module.css';
import { SectionHeading } from '../../admin/layout/SectionHeading';
import { useChangePassword } from './useChangePassword';

/** Why a server refuses it, by the field of the request. */
const FIELDS: Readonly<Record<string, StaffTextKey>> = {
  current_password: 'changePassword.wrong',
  new_pass: 'register.weakPassword',
};

/** Replaces one's own password. A link that names this section gives its heading the focus. */
export function ChangePassword() {
  const t = useStaffT();
  const flag = useFieldError();
  const newPassword = useNewPassword();
  const heading = useRef<HTMLHeadingElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const { hash, key } = useLocation();
  const { form, submit, write } = useChangePassword();
  const { register, formState } = form;

  useEffect(() => {
    if (hash === `#${CHANGE_PASSWORD_ID}`) heading.current?.focus();
  }, [hash, key]);

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  const tryAgain = () => {
    // The button that was clicked goes away, and the focus must not go with it.
    button.current?.focus();
    submit();
  };

  return (
    <section id={CHANGE_PASSWORD_ID} className={styles.card}>
      <div className={styles.intro}>
        <SectionHeading ref={heading}>{t('changePassword.title')}</SectionHeading>
        <p>{t('changePassword.intro')}</p>
      </div>
      <form noValidate className={styles.form} onSubmit={onSubmit}>
        <SubmittingFieldset isSending={write.isBusy}>
          <PasswordField
            {...register('current', required<StaffTextKey>('changePassword.currentRequired'))}
            autoComplete="current-password"
            label={t('changePassword.current')}
            error={flag(formState.errors.current)}
          />
          <PasswordField
            {...register('next', {
              ...required<StaffTextKey>('changePassword.nextRequired'),
              ...newPassword.length,
              validate: (value, { current }) => value !== current || 'changePassword.unchanged',
            })}
            label={t('changePassword.next')}
            hint={newPassword.hint}
            error={flag(formState.errors.next)}
          />
          <PasswordField
            {...register('confirm', {
              ...required<StaffTextKey>('changePassword.confirmRequired'),
              validate: (value, { next }) => value === next || 'reset.mismatch',
            })}
            label={t('changePassword.confirm')}
            error={flag(formState.errors.confirm)}
          />
        </SubmittingFieldset>
        <ErrorSummary submission={formState.submitCount} />
        <MutationStatus write={write} onTryAgain={tryAgain} fields={FIELDS} />
        <Button ref={button} type="submit" busy={write.isBusy}>
          {t('changePassword.title')}
        </Button>
      </form>
    </section>
  );
}
