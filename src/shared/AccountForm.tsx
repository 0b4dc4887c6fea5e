import type { FormEventHandler, ReactNode } from 'react';
import styles from './AccountForm.module.css';
import { Button } from './Button';
import { FlagSummary } from './FlagSummary';
import { ProblemMessage, StatusMessage } from './Message';
import { useSlowText } from './useSlowText';

interface Props {
  onSubmit: FormEventHandler;
  /** The text of the button that sends it. */
  submit: string;
  busy: boolean;
  /** How often it was submitted. */
  submitted: number;
  /** It was sent with success, and is not to be sent once more. */
  done?: boolean;
  /** Why nothing came of the last try. */
  problem?: string;
  children: ReactNode;
  /** Further ways on, below the button. */
  more?: ReactNode;
}

/** The frame of the forms about one's own account: fields, what went wrong, one button, further ways on. */
export function AccountForm({
  onSubmit,
  submit,
  busy,
  submitted,
  done,
  problem,
  children,
  more,
}: Props) {
  const slowText = useSlowText(busy);
  return (
    <form noValidate onSubmit={onSubmit} className={styles.form}>
      {children}
      <FlagSummary refusal={submitted} />
      {problem && (
        <ProblemMessage>
          <p>{problem}</p>
        </ProblemMessage>
      )}
      <Button type="submit" busy={busy} aria-disabled={done}>
        {submit}
      </Button>
      <StatusMessage look="note">{slowText}</StatusMessage>
      {more}
    </form>
  );
}
