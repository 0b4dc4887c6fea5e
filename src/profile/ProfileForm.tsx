import { type ComponentProps, useRef } from 'react';
import { type DefaultValues, type FieldValues, useForm } from 'react-hook-form';
import type { StaffTextKey } from '../i18n/textKeys';
import { Button } from '../shared/Button';
import { Form } from '../shared/form/Form';
import { useLeaveWarning } from '../shared/useLeaveWarning';
import { SubmittingFieldset } from '../admin/dialog/SubmittingFieldset';
import type { Send } from '../admin/dialog/useSingleMutation';
import { useDialogMutation } from '../admin/dialog/useDialogMutation';
import { MutationStatus } from '../admin/dialog/MutationStatus';
import styles from './ProfilePage.module.css';

type OutcomeProps = ComponentProps<typeof MutationStatus>;

interface Props<Values>
  extends
    Pick<OutcomeProps, 'details' | 'fields' | 'saysDetail' | 'isAdding'>,
    Pick<ComponentProps<'form'>, 'autoComplete' | 'children'> {
  /** The values of the empty form. */
  defaultValues: DefaultValues<Values>;
  send: Send<Values>;
  /** Messages after a success and after a failure (spec section 8). */
  done: StaffTextKey;
  failed: StaffTextKey;
  submitLabel: string;
}

/** A form that stays on the page: a success empties it, a failure keeps the input. */
export function ProfileForm<Values extends FieldValues>({
  defaultValues,
  send,
  done,
  failed,
  submitLabel,
  autoComplete,
  children,
  ...outcome
}: Props<Values>) {
  const button = useRef<HTMLButtonElement>(null);
  const form = useForm<Values>({ shouldFocusError: false, defaultValues });
  const write = useDialogMutation<Values>({
    send: async (provider, values) => {
      await send(provider, values);
      form.reset();
    },
    done,
    failed,
    isRepeatable: true,
  });
  useLeaveWarning(form.formState.isDirty);

  const tryAgain = () => {
    // The clicked button disappears: move the focus first.
    button.current?.focus();
    void form.handleSubmit(write.start)();
  };
  const toolbar = (
    <>
      <MutationStatus {...outcome} write={write} onTryAgain={tryAgain} />
      <Button ref={button} type="submit" busy={write.isBusy}>
        {submitLabel}
      </Button>
    </>
  );
  return (
    <Form
      form={form}
      onSubmit={write.start}
      toolbar={toolbar}
      className={styles.form}
      autoComplete={autoComplete}
    >
      <SubmittingFieldset isSending={write.isBusy}>{children}</SubmittingFieldset>
    </Form>
  );
}
