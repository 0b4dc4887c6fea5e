import type { LoginHolder } from '../../../../contract/consent';
import { useForm } from 'react-hook-form';
import { ACCOUNT_REFUSALS } from '../../../../contract/staffConstants';
import {
  FormDialog,
  NEW_LOGIN_REFUSALS,
  NewLoginInputs,
  type RowDialogProps,
  useDialogMutation,
} from '../../../admin';
import { useFeature } from '../../../app/useFeature';
import type { NewLogin, ReferralRecord } from '../../../dataProvider/referrals';
import type { StaffTextKey } from '../../../i18n/textKeys';
import { useStaffT } from '../../../i18n/useStaffT';
import styles from '../ReferralDialogs.module.css';
import { nameOf } from '../referralFields';
import { GONE } from '../refusals';
import { HolderInput } from './HolderInput';

interface Values extends NewLogin {
  /** Empty until it is chosen. */
  readonly holder: LoginHolder | '';
}

/** The server's reasons to refuse a login. */
const DETAILS: Readonly<Record<string, StaffTextKey>> = {
  ...GONE,
  [ACCOUNT_REFUSALS.emailTaken]: 'createLogin.emailTaken',
  [ACCOUNT_REFUSALS.hasAccount]: 'createLogin.hasAccount',
};

/** Refused inputs. */
const FIELDS = { ...NEW_LOGIN_REFUSALS, holder: 'createLogin.notUnder12' } as const;

/** Creates a login for the person of a referral (spec sections 2, 5 and 8, "Create-account dialog"). */
export function CreateLoginDialog({ record, onClose }: RowDialogProps<ReferralRecord>) {
  const t = useStaffT();
  const hasHolders = useFeature('ownReferral');
  const form = useForm<Values>({
    shouldFocusError: false,
    defaultValues: { username: '', password: '', holder: '' },
  });
  const mutation = useDialogMutation<Values>({
    send: (provider, { holder, ...login }) =>
      provider.createLogin(record, { ...login, holder: holder || undefined }),
    done: 'createLogin.done',
    failed: 'createLogin.failed',
    onDone: onClose,
  });
  return (
    <FormDialog
      title={t('createLogin.title', { name: nameOf(record) })}
      submitLabel={t('createLogin.submit')}
      form={form}
      onSubmit={({ username, ...values }) =>
        mutation.start({ username: username.trim(), ...values })
      }
      mutation={mutation}
      onClose={onClose}
      details={DETAILS}
      showsServerDetail
      fields={FIELDS}
      isAdding
      intro={<p className={styles.value}>{t('createLogin.intro')}</p>}
    >
      {hasHolders && <HolderInput birthDate={record.dob} />}
      <NewLoginInputs />
    </FormDialog>
  );
}
