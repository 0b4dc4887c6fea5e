import { type ComponentProps, useEffect, useId, useRef } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { Elements } from '../../app/elements';
import { useStaffT } from '../../i18n/useStaffT';
import { Button } from '../../ui/Button';
import { Form } from '../../ui/form/Form';
import { CloseButton, Dialog } from './Dialog';
import styles from './FormDialog.module.css';
import { MutationStatus } from './MutationStatus';

type StatusProps = ComponentProps<typeof MutationStatus>;
type FormProps<Values extends FieldValues> = ComponentProps<typeof Form<Values>>;

interface Props<Values extends FieldValues>
  extends
    Pick<
      StatusProps,
      'conflict' | 'details' | 'fields' | 'isAdding' | 'detailReplacesFailed' | 'showsServerDetail'
    >,
    Pick<FormProps<Values>, 'form' | 'onSubmit' | 'ref'> {
  readonly title: string;
  readonly submitLabel: string;
  readonly mutation: StatusProps['mutation'];
  readonly onClose: () => void;
  /** Whether closing would discard input; by default, whether a value has changed. */
  readonly hasInput?: boolean;
  readonly intro?: Elements;
  /** The inputs, of ui/form/Inputs. */
  readonly children: Elements;
}

/**
 * A dialog with a form: it sends the values, shows the outcome, and keeps the input after a failure.
 *
 * @example
 * const form = useForm({ defaultValues: { username: '', password: '' } });
 * return (
 *   <FormDialog
 *     title={t('addUser.title')}
 *     submitLabel={t('addUser.submit')}
 *     form={form}
 *     onSubmit={mutation.start}
 *     mutation={mutation}
 *     onClose={onClose}
 *     isAdding
 *   >
 *     <NewLoginInputs />
 *   </FormDialog>
 * );
 */
export function FormDialog<Values extends FieldValues>({
  title,
  submitLabel,
  form,
  onSubmit,
  ref,
  mutation,
  onClose,
  hasInput = form.formState.isDirty,
  intro,
  children,
  ...status
}: Props<Values>) {
  const t = useStaffT();
  const id = useId();
  const isSending = mutation.isBusy || mutation.isDone;
  const onTryAgain = () => void form.handleSubmit(onSubmit)();
  return (
    <Dialog
      title={title}
      width="sm"
      onClose={onClose}
      hasInput={hasInput && !isSending}
      outcome={<MutationStatus {...status} mutation={mutation} onTryAgain={onTryAgain} />}
      actions={
        <>
          <Button type="submit" form={id} busy={isSending}>
            {submitLabel}
          </Button>
          <CloseButton>{t('app.close')}</CloseButton>
        </>
      }
    >
      <Form
        ref={ref}
        id={id}
        form={form}
        onSubmit={onSubmit}
        autoComplete="off"
        className={styles.form}
      >
        {intro}
        <SubmittingFieldset isSending={isSending}>{children}</SubmittingFieldset>
      </Form>
    </Dialog>
  );
}

interface FieldsetProps {
  isSending: boolean;
  children: Elements;
}

/**
 * Disables inputs while they are being sent, as later input would be lost when the dialog closes. After a failure the focus
 * returns to the input that had it.
 *
 * @example
 * <SubmittingFieldset isSending={mutation.isBusy}>
 *   <TextInput source="fullname" label={t('updateUser.fullname')} />
 * </SubmittingFieldset>
 */
export function SubmittingFieldset({ isSending, children }: FieldsetProps) {
  const focused = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isSending) focused.current?.focus();
  }, [isSending]);

  return (
    <fieldset
      disabled={isSending}
      className={styles.fields}
      onFocusCapture={({ target }) => {
        focused.current = target;
      }}
      onBlurCapture={({ currentTarget }) => {
        // A disabled element loses the focus, but gets it back after the request.
        if (!currentTarget.disabled) focused.current = null;
      }}
    >
      {children}
    </fieldset>
  );
}
