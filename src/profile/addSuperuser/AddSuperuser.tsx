import { type FormEvent, useRef } from 'react';
import { ACCOUNT_REFUSALS } from '../../../contract/constants';
import type { StaffTextKey } from '../../i18n/textKeys';
import { useStaffT } from '../../i18n/useStaffT';
import { Button } from '../../shared/Button';
import { ErrorSummary } from '../../shared/ErrorSummary';
import { requiredText, useFieldError } from '../../shared/formRules';
import { TextField } from '../../shared/TextFields';
import { NewLoginFields } from '../../staff/NewLoginFields';
import { SubmittingFieldset } from '../../admin/dialog/SubmittingFieldset';
import { MutationStatus } from '../../admin/dialog/MutationStatus';
import styles from '../ProfilePage.module.css';
import { SectionHeading } from '../../admin/layout/SectionHeading';
import { useAddSuperuser } from './useAddSuperuser';

/** Why a server refuses a super user, where it says so. */
const DETAILS: Readonly<Record<string, StaffTextKey>> = {
  [ACCOUNT_REFUSALS.emailTaken]: 'addUser.emailTaken',
};
const FIELDS: Readonly<Record<string, StaffTextKey>> = {
  fullname: 'register.invalidName',
  username: 'register.invalidEmail',
  password: 'register.weakPassword',
};

/** Adds a super user (spec section 2, "Profile page", and section 5, "Super user creation"). */
export function AddSuperuser() {
  const t = useStaffT();
  const flag = useFieldError();
  const button = useRef<HTMLButtonElement>(null);
  const { form, submit, write } = useAddSuperuser();

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
    <section className={styles.card}>
      <div className={styles.intro}>
        <SectionHeading>{t('addSuperuser.title')}</SectionHeading>
        <p>{t('addSuperuser.intro')}</p>
      </div>
      <form noValidate autoComplete="off" className={styles.form} onSubmit={onSubmit}>
        <SubmittingFieldset isSending={write.isBusy}>
          <TextField
            {...form.register('fullname', requiredText('addSuperuser.fullnameRequired'))}
            autoComplete="off"
            label={t('register.fullname')}
            error={flag(form.formState.errors.fullname)}
          />
          <NewLoginFields register={form.register} errors={form.formState.errors} />
        </SubmittingFieldset>
        <ErrorSummary submission={form.formState.submitCount} />
        <MutationStatus
          write={write}
          onTryAgain={tryAgain}
          details={DETAILS}
          fields={FIELDS}
          saysDetail
          isAdding
        />
        <Button ref={button} type="submit" busy={write.isBusy}>
          {t('addSuperuser.submit')}
        </Button>
      </form>
    </section>
  );
}
