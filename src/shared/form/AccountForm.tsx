import type { ReactNode } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { Button } from '../Button';
import { ProblemMessage, StatusMessage } from '../Message';
import { useSlowText } from '../useSlowText';
import styles from './AccountForm.module.css';
import { Form } from './Form';
import { type ServerErrorTexts, useServerErrors } from './useServerErrors';

interface Props<Values extends FieldValues> {
  form: UseFormReturn<Values>;
  /** Sends the values; the form shows why it failed. */
  onSubmit: (values: Values) => Promise<void>;
  /** Why the server refuses the form. */
  texts: ServerErrorTexts;
  /** Text of the submit button. */
  submitLabel: string;
  /** It was sent successfully and must not be sent again. */
  done?: boolean;
  children: ReactNode;
  /** Further actions, below the button. */
  more?: ReactNode;
}

/** One of the forms about one's own account: inputs, errors, one submit button, further actions. */
export function AccountForm<Values extends FieldValues>({
  form,
  onSubmit,
  texts,
  submitLabel,
  done,
  children,
  more,
}: Props<Values>) {
  const { send, problem } = useServerErrors(form, texts);
  const { isSubmitting } = form.formState;
  const slowText = useSlowText(isSubmitting);
  const toolbar = (
    <>
      {problem && (
        <ProblemMessage>
          <p>{problem}</p>
        </ProblemMessage>
      )}
      <Button type="submit" busy={isSubmitting} aria-disabled={done}>
        {submitLabel}
      </Button>
      <StatusMessage variant="note">{slowText}</StatusMessage>
      {more}
    </>
  );
  return (
    <Form
      form={form}
      onSubmit={(values) => send(() => onSubmit(values))}
      toolbar={toolbar}
      className={styles.form}
    >
      {children}
    </Form>
  );
}
