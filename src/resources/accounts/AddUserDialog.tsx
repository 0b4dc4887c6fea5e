import { type FormEvent, useId } from 'react';
import { FormProvider, useController, useForm, useFormContext } from 'react-hook-form';
import { ACCOUNT_REFUSALS, ADD_USER_ROLES, ADD_USER_SITES } from '../../../contract/constants';
import { CloseButton, Dialog } from '../../admin/dialog/Dialog';
import { MutationStatus } from '../../admin/dialog/MutationStatus';
import { SubmittingFieldset } from '../../admin/dialog/SubmittingFieldset';
import { useDialogMutation } from '../../admin/dialog/useDialogMutation';
import type { NewAccount } from '../../dataProvider/accounts';
import type { StaffTextKey } from '../../i18n/textKeys';
import { useStaffT } from '../../i18n/useStaffT';
import { Button } from '../../shared/Button';
import { ErrorSummary } from '../../shared/ErrorSummary';
import { required, useFieldError } from '../../shared/formRules';
import { MultiSelect } from '../../shared/MultiSelect';
import { RESOURCES } from '../../shared/routes';
import { SelectField } from '../../shared/TextFields';
import { NewLoginFields } from '../../staff/NewLoginFields';
import styles from './AddUserDialog.module.css';

/** Why a server refuses an account, where it says so. */
const DETAILS: Readonly<Record<string, StaffTextKey>> = {
  [ACCOUNT_REFUSALS.emailTaken]: 'addUser.emailTaken',
};
const FIELDS: Readonly<Record<string, StaffTextKey>> = {
  username: 'register.invalidEmail',
  password: 'register.weakPassword',
  schools: 'addUser.siteMissing',
};

/** What the form holds; no role is chosen at first. */
interface AddUserValues extends Omit<NewAccount, 'role' | 'sites'> {
  readonly role: NewAccount['role'] | '';
  readonly sites: string[];
}

const EMPTY: AddUserValues = { username: '', password: '', role: '', sites: [] };

/** Adds an account of a role that can be given (spec sections 2 and 8, "Add Admin User modal"). */
export function AddUserDialog({ onClose }: { onClose: () => void }) {
  const t = useStaffT();
  const formId = useId();
  const form = useForm<AddUserValues>({ shouldFocusError: false, defaultValues: EMPTY });
  const { isDirty, submitCount } = form.formState;
  const write = useDialogMutation<NewAccount>({
    send: (provider, data) => provider.create(RESOURCES.accounts, { data }),
    done: 'addUser.done',
    failed: 'addUser.failed',
    onDone: onClose,
  });
  const isSending = write.isBusy || write.isDone;
  const send = form.handleSubmit(({ username, role, ...others }) => {
    if (role !== '') write.start({ ...others, username: username.trim(), role });
  });
  const submit = (event?: FormEvent) => void send(event);

  const outcome = (
    <MutationStatus
      write={write}
      onTryAgain={submit}
      details={DETAILS}
      fields={FIELDS}
      saysDetail
      isAdding
    />
  );
  const actions = (
    <>
      <CloseButton />
      <Button type="submit" form={formId} busy={isSending}>
        {t('addUser.submit')}
      </Button>
    </>
  );

  return (
    <Dialog
      title={t('addUser.title')}
      width="sm"
      onClose={onClose}
      hasInput={isDirty && !isSending}
      outcome={outcome}
      actions={actions}
    >
      <FormProvider {...form}>
        <form id={formId} noValidate autoComplete="off" className={styles.fields} onSubmit={submit}>
          <SubmittingFieldset isSending={isSending}>
            <NewLoginFields register={form.register} errors={form.formState.errors} />
            <SitesInput />
            <RoleInput />
          </SubmittingFieldset>
          <ErrorSummary submission={submitCount} />
        </form>
      </FormProvider>
    </Dialog>
  );
}

const SITES = ADD_USER_SITES.map((name) => ({ value: name, label: name }));

function SitesInput() {
  const t = useStaffT();
  const { field } = useController<AddUserValues, 'sites'>({ name: 'sites' });
  return (
    <MultiSelect
      label={t('addUser.sites')}
      name="sites"
      inputRef={field.ref}
      optional
      hint={t('addUser.sitesHint')}
      options={SITES}
      chosen={field.value}
      onChange={field.onChange}
      placeholder={t('register.sitesPlaceholder')}
      emptyText={t('referralForm.noSubstances')}
    />
  );
}

function RoleInput() {
  const t = useStaffT();
  const flag = useFieldError();
  const { register, formState } = useFormContext<AddUserValues>();
  return (
    <SelectField
      {...register('role', required('addUser.roleRequired'))}
      label={t('addUser.role')}
      hint={t('addUser.roleHint')}
      error={flag(formState.errors.role)}
    >
      <option value="">{t('addUser.chooseRole')}</option>
      {ADD_USER_ROLES.map(({ value }) => (
        <option key={value} value={value}>
          {t(`addUser.roles.${value}`)}
        </option>
      ))}
    </SelectField>
  );
}
