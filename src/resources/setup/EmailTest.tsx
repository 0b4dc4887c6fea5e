import { useState } from 'react';
import { EMAIL_TEST_OUTCOMES } from '../../../contract/staffConstants';
import type { EmailTest } from '../../../contract/entities/setup';
import { useSingleMutation } from '../../admin';
import { useStaffT } from '../../i18n/useStaffT';
import { Button } from '../../ui/Button';
import { FailureText } from '../../ui/FailureText';
import { ProblemMessage, StatusMessage } from '../../ui/Message';
import { useSlowText } from '../../ui/useSlowText';
import { useSetupCache } from './useSetup';

/** Sends test emails to the signed-in person, one at a time. */
export function useEmailTest() {
  const { refetch } = useSetupCache();
  const [result, setResult] = useState<EmailTest | null>(null);
  const { start, isBusy, error, reset } = useSingleMutation<undefined>({
    send: async (provider) => {
      const answer = await provider.sendTestEmail();
      setResult((answer as { data?: EmailTest } | undefined)?.data ?? null);
    },
    onDone: () => {
      reset();
      refetch();
    },
    onFailed: () => {},
  });
  return {
    start: () => {
      setResult(null);
      start(undefined);
    },
    isBusy,
    error,
    result: isBusy ? null : result,
  };
}

type Test = ReturnType<typeof useEmailTest>;

export function EmailTestButton({ test, isDone }: { test: Test; isDone: boolean }) {
  const t = useStaffT();
  return (
    <Button variant={isDone ? 'quiet' : 'secondary'} busy={test.isBusy} onClick={test.start}>
      {t(isDone ? 'setup.mail.again' : 'setup.mail.action')}
    </Button>
  );
}

/** The outcome of the test email. */
export function EmailTestOutcome({ test: { isBusy, error, result } }: { test: Test }) {
  const t = useStaffT();
  const slowText = useSlowText(isBusy);
  const isSent = result?.outcome === 'sent';
  return (
    <>
      <StatusMessage variant={isSent ? 'success' : 'note'}>
        {isSent ? t('setup.outcomes.sent', { email: result.recipient }) : slowText}
      </StatusMessage>
      {result && !isSent && <TestFailure result={result} />}
      {error && (
        <ProblemMessage>
          <FailureText error={error} failed="setup.testFailed" />
        </ProblemMessage>
      )}
    </>
  );
}

function TestFailure({ result }: { result: EmailTest }) {
  const { outcome, recipient, reply_code: code, reply } = result;
  const t = useStaffT();
  // A newer server may have a reason that this build does not know.
  const known = EMAIL_TEST_OUTCOMES.find((name) => name === outcome) ?? 'failed';
  return (
    <ProblemMessage>
      <p>{t('setup.testFailed')}</p>
      <p>
        <span>{t(`setup.outcomes.${known}`, { email: recipient })}</span>
        {!reply && typeof code === 'number' && <span>{` ${t('setup.replyCode', { code })}`}</span>}
      </p>
      {reply && <p>{t('setup.reply', { reply })}</p>}
    </ProblemMessage>
  );
}
