import { type FormEvent, useId } from 'react';
import { useForm } from 'react-hook-form';
import { ACCOUNT_REFUSALS } from '../../../../contract/constants';
import { CloseButton, Dialog } from '../../../admin/dialog/Dialog';
import { MutationStatus } from '../../../admin/dialog/MutationStatus';
import type { RowDialogProps } from '../../../admin/dialog/RowDialogs';
import { SubmittingFieldset } from '../../../admin/dialog/SubmittingFieldset';
import { useDialogMutation } from '../../../admin/dialog/useDialogMutation';
import type { NewLogin, ReferralRecord } from '../../../dataProvider/referrals';
import type { StaffTextKey } from '../../../i18n/textKeys';
import { useStaffT } from '../../../i18n/useStaffT';
import { Button } from '../../../shared/Button';
import { ErrorSummary } from '../../../shared/ErrorSummary';
import { NewLoginFields } from '../../../staff/NewLoginFields';
import { GONE } from '../referralTexts';
import styles from './StatusDialog.module.css';

/** The server's reasons to refuse a login. */
const DETAILS: Readonly<Record<string, StaffTextKey>> = {
  ...GONE,
  [ACCOUNT_REFUSALS.emailTaken]: 'createLogin.emailTaken',
  [ACCOUNT_REFUSALS.hasAccount]: 'createLogin.hasAccount',
};
const FIELDS: Readonly<Record<string, StaffTextKey>> = {
  username: 'register.invalidEmail',
  password: 'register.weakPassword',
};

/** Creates a login for the person of a referral (spec sections 2, 5 and 8, "Create-account dialog"). */
export function CreateLoginDialog({ record, onClose }: RowDialogProps<ReferralRecord>) {
  const t = useStaffT();
  const formId = useId();
  const { register, handleSubmit, formState } = useForm<NewLogin>({
    shouldFocusError: false,
    defaultValues: { username: '', password: '' },
  });
  const write = useDialogMutation<NewLogin>({
    send: (provider, login) => provider.createLogin(record, login),
    done: 'createLogin.done',
    failed: 'createLogin.failed',
    onDone: onClose,
  });
  const isSending = write.isBusy || write.isDone;
  const send = handleSubmit(({ username, password }) =>
    write.start({ username: username.trim(), password }),
  );
  const submit = () => void send();
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };

  return (
    <Dialog
      title={t('createLogin.title', { name: `${record.first_name} ${record.last_name}` })}
      width="sm"
      onClose={onClose}
      hasInput={formState.isDirty && !isSending}
      outcome={
        <MutationStatus
          write={write}
          onTryAgain={submit}
          details={DETAILS}
          fields={FIELDS}
          isAdding
        />
      }
      actions={
        <>
          <CloseButton />
          <Button type="submit" form={formId} busy={isSending}>
            {t('createLogin.submit')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className={styles.parts} onSubmit={onSubmit}>
        <p className={styles.value}>{t('createLogin.intro')}</p>
        <SubmittingFieldset isSending={isSending}>
          <NewLoginFields register={register} errors={formState.errors} />
        </SubmittingFieldset>
        <ErrorSummary submission={formState.submitCount} />
      </form>
    </Dialog>
  );
}
