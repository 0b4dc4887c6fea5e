import { useState } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import type { Elements } from '../../app/elements';
import { type ApiError, flaggedFields, toApiError } from '../../api/ApiError';
import type { AccountTextKey } from '../../i18n/textKeys';
import { Button } from '../Button';
import { FailureText, type FailureTexts } from '../FailureText';
import { ProblemMessage, StatusMessage } from '../Message';
import { useSlowText } from '../useSlowText';
import styles from './AccountForm.module.css';
import { Form } from './Form';

interface ServerErrorTexts extends Pick<
  FailureTexts<AccountTextKey>,
  'failed' | 'details' | 'fields'
> {
  /** Whether `failed` is shown even when each refused field has its own error. */
  readonly alwaysShowFailed?: boolean;
  /** Refused field of the request → source of its input, where they differ. */
  readonly sources?: Readonly<Record<string, string>>;
}

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
  children: Elements;
  /** Further actions, below the button. */
  more?: Elements;
}

/**
 * One of the forms about one's own account: inputs, errors, one submit button, further actions. Shows why the server refused
 * it: at the inputs whose fields its 422 names, else as a problem of the whole form.
 */
export function AccountForm<Values extends FieldValues>({
  form,
  onSubmit,
  texts,
  submitLabel,
  done,
  children,
  more,
}: Props<Values>) {
  const [error, setError] = useState<ApiError | null>(null);
  const { isSubmitting } = form.formState;
  const slowText = useSlowText(isSubmitting);

  const submit = async (values: Values) => {
    setError(null);
    try {
      await onSubmit(values);
    } catch (thrown) {
      const refusal = toApiError(thrown);
      const isCovered = applyServerErrors(form, refusal, texts);
      if (!isCovered || texts.alwaysShowFailed) setError(refusal);
    }
  };

  const toolbar = (
    <>
      {error && (
        <ProblemMessage>
          <FailureText
            error={error}
            failed={texts.failed}
            details={texts.details}
            detailReplacesFailed
          />
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
    <Form form={form} onSubmit={submit} toolbar={toolbar} className={styles.form}>
      {children}
    </Form>
  );
}

/** Sets the errors of the inputs that a 422 names. @returns whether they cover everything that was refused */
export function applyServerErrors<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, 'setError'>,
  error: ApiError,
  { fields = {}, sources = {} }: Pick<ServerErrorTexts, 'fields' | 'sources'>,
): boolean {
  if (error.status !== 422) return false;
  const refused = flaggedFields(error, Object.keys(fields));
  for (const field of refused.fields.keys()) {
    const message = fields[field];
    form.setError((sources[field] ?? field) as FieldPath<Values>, { type: 'server', message });
  }
  return !refused.other;
}
