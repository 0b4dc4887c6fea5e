import { useForm } from 'react-hook-form';
import { ACCOUNT_REFUSALS } from '../../../../contract/staffConstants';
import {
  FormDialog,
  NEW_LOGIN_REFUSALS,
  NewLoginInputs,
  type RowDialogProps,
  useDialogMutation,
} from '../../../admin';
import type { NewLogin, ReferralRecord } from '../../../dataProvider/referrals';
import type { StaffTextKey } from '../../../i18n/textKeys';
import { useStaffT } from '../../../i18n/useStaffT';
import styles from '../ReferralDialogs.module.css';
import { nameOf } from '../referralFields';
import { GONE } from '../refusals';

/** The server's reasons to refuse a login. */
const DETAILS: Readonly<Record<string, StaffTextKey>> = {
  ...GONE,
  [ACCOUNT_REFUSALS.emailTaken]: 'createLogin.emailTaken',
  [ACCOUNT_REFUSALS.hasAccount]: 'createLogin.hasAccount',
};

/** Creates a login for the person of a referral (spec sections 2, 5 and 8, "Create-account dialog"). */
export function CreateLoginDialog({ record, onClose }: RowDialogProps<ReferralRecord>) {
  const t = useStaffT();
  const form = useForm<NewLogin>({
    shouldFocusError: false,
    defaultValues: { username: '', password: '' },
  });
  const mutation = useDialogMutation<NewLogin>({
    send: (provider, login) => provider.createLogin(record, login),
    done: 'createLogin.done',
    failed: 'createLogin.failed',
    onDone: onClose,
  });
  return (
    <FormDialog
      title={t('createLogin.title', { name: nameOf(record) })}
      submitLabel={t('createLogin.submit')}
      form={form}
      onSubmit={({ username, password }) => mutation.start({ username: username.trim(), password })}
      mutation={mutation}
      onClose={onClose}
      details={DETAILS}
      showsServerDetail
      fields={NEW_LOGIN_REFUSALS}
      isAdding
      intro={<p className={styles.value}>{t('createLogin.intro')}</p>}
    >
      <NewLoginInputs />
    </FormDialog>
  );
}
