import type { FormEventHandler, ReactNode } from 'react';
import styles from './AccountForm.module.css';
import { Button } from './Button';
import { ErrorSummary } from './ErrorSummary';
import { ProblemMessage, StatusMessage } from './Message';
import { useSlowText } from './useSlowText';

interface Props {
  onSubmit: FormEventHandler;
  /** Text of the submit button. */
  submitLabel: string;
  busy: boolean;
  /** Number of submissions so far. */
  submitCount: number;
  /** It was sent successfully and must not be sent again. */
  done?: boolean;
  /** Why the last submission failed. */
  problem?: string;
  children: ReactNode;
  /** Further actions, below the button. */
  more?: ReactNode;
}

/** The layout of the forms about one's own account: fields, errors, one submit button, further actions. */
export function AccountForm({
  onSubmit,
  submitLabel,
  busy,
  submitCount,
  done,
  problem,
  children,
  more,
}: Props) {
  const slowText = useSlowText(busy);
  return (
    <form noValidate onSubmit={onSubmit} className={styles.form}>
      {children}
      <ErrorSummary submission={submitCount} />
      {problem && (
        <ProblemMessage>
          <p>{problem}</p>
        </ProblemMessage>
      )}
      <Button type="submit" busy={busy} aria-disabled={done}>
        {submitLabel}
      </Button>
      <StatusMessage variant="note">{slowText}</StatusMessage>
      {more}
    </form>
  );
}
