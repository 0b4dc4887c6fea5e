import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useT } from '../i18n/I18nProvider';
import { Button } from '../ui/Button';
import { ErrorBoundary, type FallbackProps } from '../frame/ErrorPage';
import { useFailure } from '../frame/PageErrors';
import { ErrorSummary } from '../ui/form/ErrorSummary';
import { ProblemMessage } from '../ui/Message';
import { lazyComponent } from '../app/lazyComponent';
import { useList } from '../ui/useList';
import type { ReferralFormMode } from './DraftProvider';
import { FormOutcome } from './FormOutcome';
import { PreHydrationStatus, useReplaySubmit } from './PreHydrationStatus';
import { isProbation } from './referralDraft';
import styles from './ReferralForm.module.css';
import { preloadStep2, ReceiptPanel, Step2 } from './lazyStep2';
import { StartStep } from './StartStep';
import { useReferralForm } from './useReferralForm';
import { HoneypotField } from './useSpamSignals';

/** Shown if the receipt cannot be downloaded: the success text stays. */
const NoReceipt = () => null;

const LoginModal = lazyComponent(async () => (await import('./LoginModal')).LoginModal, null);

/** Shown below the form, which keeps what was typed. */
function LoginFailure(props: FallbackProps) {
  const { text } = useFailure(props);
  return (
    <ProblemMessage>
      <p>{text}</p>
    </ProblemMessage>
  );
}

interface Props {
  mode: ReferralFormMode;
  /** Called after a referral was added and the form reset. */
  onDone?: () => void;
  /** Called with whether there is unsent input. */
  onInput?: (hasInput: boolean) => void;
  /**
   * Called with the outcome of sending as soon as it is known, even after the form has unmounted; with the answer to an
   * account's.
   */
  onOutcome?: (wasAdded: boolean, answer?: unknown) => void;
}

/** The two-step referral form (spec section 2), on the public page and in the staff dialog. */
export function ReferralForm({ mode, onDone, onInput, onOutcome }: Props) {
  const t = useT();
  const sites = useList('listSites');
  const form = useReferralForm({
    mode,
    sites: sites.items,
    preload: preloadStep2,
    onDone: () => {
      sites.reload();
      onDone?.();
    },
    onOutcome,
  });
  const { hasInput } = form;
  useEffect(() => onInput?.(hasInput), [onInput, hasInput]);
  const { draft, step, phase, focus, receipt } = form.state;
  const counties = useList('listCounties', isProbation(draft));
  const heading = useRef<HTMLHeadingElement>(null);
  const problem = useRef<HTMLDivElement>(null);
  const receiptPanel = useRef<HTMLElement>(null);
  const [signingIn, setSigningIn] = useState(false);

  useReplaySubmit(form.next);

  useEffect(() => {
    if (!focus) return;
    if (focus.on === 'heading') return heading.current?.focus();
    if (focus.on === 'problem') return problem.current?.focus();
    if (focus.on === 'receipt') receiptPanel.current?.focus();
  }, [focus]);

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (step === 'start') form.next();
    else form.finish();
  };
  const isOnField = focus && focus.on in draft;
  const outcome = (
    <FormOutcome form={form} problemRef={problem} onSignIn={() => setSigningIn(true)} />
  );
  const Heading = mode === 'staff' ? 'h3' : 'h2';

  return (
    <>
      {/* From step 2 on, so that it is there in time. */}
      {mode === 'public' && (step === 'complete' || receipt) && (
        <ErrorBoundary fallback={NoReceipt}>
          <ReceiptPanel
            ref={receiptPanel}
            receipt={phase === 'added' ? null : receipt}
            onShow={form.receiptShown}
            onClose={form.closeReceipt}
          />
        </ErrorBoundary>
      )}
      {/* method="dialog": before hydration, submitting does not navigate. */}
      <form method="dialog" noValidate autoComplete="off" onSubmit={onSubmit}>
        {form.honeypotRef && <HoneypotField onElement={form.honeypotRef} />}
        <p className={styles.progress}>
          {t('referralForm.progress', { step: step === 'start' ? 1 : 2 })}
        </p>
        <Heading ref={heading} tabIndex={-1} className={styles.heading}>
          {t(step === 'start' ? 'referralForm.startTitle' : 'referralForm.completeTitle')}
        </Heading>
        <ErrorSummary submission={isOnField && focus} />
        {step === 'start' ? (
          <>
            <fieldset className={styles.fields} disabled={form.isBusy}>
              <StartStep form={form} sites={sites} />
            </fieldset>
            {outcome}
            <PreHydrationStatus />
            <div className={styles.actions}>
              <Button type="submit">{t('referralForm.next')}</Button>
            </div>
          </>
        ) : (
          <Step2 mode={mode} form={form} sites={sites} counties={counties}>
            {outcome}
          </Step2>
        )}
      </form>
      {signingIn && (
        <ErrorBoundary fallback={LoginFailure}>
          <LoginModal onSignedIn={form.signedIn} onClose={() => setSigningIn(false)} />
        </ErrorBoundary>
      )}
    </>
  );
}
