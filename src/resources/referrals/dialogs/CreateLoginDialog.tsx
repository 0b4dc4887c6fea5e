import { type FormEvent, useId } from 'react';
import { ACCOUNT_REFUSALS } from '../../../../contract/constants';
import type { StaffTextKey } from '../../../i18n/textKeys';
import { useStaffT } from '../../../i18n/useStaffT';
import { Button } from '../../../shared/Button';
import { ErrorSummary } from '../../../shared/ErrorSummary';
import { CloseButton, Dialog } from '../../../admin/dialog/Dialog';
import { NewLoginFields } from '../../../staff/NewLoginFields';
import { MutationStatus } from '../../../admin/dialog/MutationStatus';
import { SubmittingFieldset } from '../../../admin/dialog/SubmittingFieldset';
import { GONE } from '../referralTexts';
import type { ReferralDialogProps } from './ReferralDialog';
import styles from './StatusDialog.module.css';
import { useLoginForm } from './useLoginForm';

/** Why the server refuses a login, where it says so. */
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
export function CreateLoginDialog({ referral, onClose }: ReferralDialogProps) {
  const t = useStaffT();
  const formId = useId();
  const { register, errors, submitCount, hasInput, submit, write } = useLoginForm(
    referral,
    onClose,
  );
  const name = `${referral.first_name} ${referral.last_name}`;

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  const actions = (
    <>
      <CloseButton />
      <Button type="submit" form={formId} busy={write.isBusy || write.isDone}>
        {t('createLogin.submit')}
      </Button>
    </>
  );

  return (
    <Dialog
      title={t('createLogin.title', { name })}
      width="sm"
      onClose={onClose}
      hasInput={hasInput}
      outcome={
        <MutationStatus
          write={write}
          onTryAgain={submit}
          details={DETAILS}
          fields={FIELDS}
          isAdding
        />
      }
      actions={actions}
    >
      <form id={formId} noValidate className={styles.parts} onSubmit={onSubmit}>
        <p className={styles.value}>{t('createLogin.intro')}</p>
        <SubmittingFieldset isSending={write.isBusy || write.isDone}>
          <NewLoginFields register={register} errors={errors} />
        </SubmittingFieldset>
        <ErrorSummary submission={submitCount} />
      </form>
    </Dialog>
  );
}
