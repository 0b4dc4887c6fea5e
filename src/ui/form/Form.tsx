import type { ComponentProps } from 'react';
import { type FieldValues, FormProvider, useFormState, type UseFormReturn } from 'react-hook-form';
import type { Elements } from '../../app/elements';
import { ErrorSummary } from './ErrorSummary';

interface Props<Values extends FieldValues> extends Omit<
  ComponentProps<'form'>,
  'onSubmit' | 'children'
> {
  /** Made with `shouldFocusError: false`, as the summary of errors manages the focus. */
  form: UseFormReturn<Values>;
  onSubmit: (values: Values) => unknown;
  /** Messages and buttons, below the inputs. */
  toolbar?: Elements;
  children: Elements;
}

/**
 * A form with inputs of `./Inputs`.
 *
 * @example
 * const form = useForm({ shouldFocusError: false, defaultValues: { email: '' } });
 * return (
 *   <Form form={form} onSubmit={({ email }) => send(email)} toolbar={<Button type="submit">Send</Button>}>
 *     <TextInput source="email" label={t('login.email')} validate={required('login.emailRequired')} />
 *   </Form>
 * );
 */
export function Form<Values extends FieldValues>({
  form,
  onSubmit,
  toolbar,
  children,
  ...others
}: Props<Values>) {
  const submit = form.handleSubmit(onSubmit);
  return (
    <FormProvider {...form}>
      <form noValidate {...others} onSubmit={(event) => void submit(event)}>
        <FormErrorSummary />
        {children}
        {toolbar}
      </form>
    </FormProvider>
  );
}

/** The summary of errors for any form of react-hook-form. */
export function FormErrorSummary() {
  const { isSubmitting, submitCount } = useFormState();
  return <ErrorSummary submission={!isSubmitting && submitCount} />;
}
