import { useForm } from 'react-hook-form';
import type { LoginHolder } from '../../../../contract/consent';
import { ACCOUNT_REFUSALS } from '../../../../contract/staffConstants';
import { FormDialog, useDialogMutation } from '../../../admin';
import type { ReferralRecord } from '../../../dataProvider/referrals';
import type { StaffTextKey } from '../../../i18n/textKeys';
import { useStaffT } from '../../../i18n/useStaffT';
import styles from '../ReferralDialogs.module.css';
import { GONE } from '../refusals';
import { HolderInput } from './HolderInput';

interface Values {
  /** Empty until it is chosen. */
  readonly holder: LoginHolder | '';
}

const DETAILS: Readonly<Record<string, StaffTextKey>> = {
  ...GONE,
  [ACCOUNT_REFUSALS.parentsLogin]: 'personLogin.stopped',
};

interface Props {
  readonly referral: ReferralRecord;
  readonly onClose: () => void;
}

/** Says whose login the account of a referral is. */
export function HolderDialog({ referral, onClose }: Props) {
  const t = useStaffT();
  const form = useForm<Values>({ defaultValues: { holder: '' } });
  const mutation = useDialogMutation<Values>({
    // The form requires one.
    send: (provider, { holder }) =>
      provider.setLoginHolder({ id: referral.id, holder: holder || 'person' }),
    done: 'personLogin.done',
    failed: 'personLogin.failed',
    onDone: onClose,
  });
  return (
    <FormDialog
      title={t('personLogin.dialogTitle')}
      submitLabel={t('personLogin.submit')}
      form={form}
      onSubmit={mutation.start}
      mutation={mutation}
      onClose={onClose}
      details={DETAILS}
      fields={{ holder: 'createLogin.notUnder12' }}
      intro={<p className={styles.value}>{t('personLogin.dialogText')}</p>}
    >
      <HolderInput birthDate={referral.dob} />
    </FormDialog>
  );
}
