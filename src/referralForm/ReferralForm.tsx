import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useT } from '../i18n/I18nProvider';
import { Button } from '../ui/Button';
import { ErrorBoundary, type FallbackProps } from '../frame/ErrorPage';
import { useFailure } from '../frame/PageErrors';
import { ErrorSummary } from '../ui/form/ErrorSummary';
import { ProblemMessage } from '../ui/Message';
import { lazyComponent } from '../app/lazyComponent';
import { Modal, ModalActions } from '../ui/Modal';
import { useList } from '../ui/useList';
import { CompleteStep } from './CompleteStep';
import type { ReferralFormMode } from './DraftProvider';
import { FormOutcome } from './FormOutcome';
import { PreHydrationStatus, useReplaySubmit } from './PreHydrationStatus';
import type { ReceiptProps } from './ReceiptPanel';
import { isProbation } from './referralDraft';
import styles from './ReferralForm.module.css';
import { RightsPanel } from './RightsPanel';
import { StartStep } from './StartStep';
import { type ReferralFormControls, useReferralForm } from './useReferralForm';
import { HoneypotField } from './useSpamSignals';

/** If its download fails, the success text stays instead. */
const ReceiptPanel = lazyComponent<ReceiptProps>(async () => {
  // Not `import().catch()`: the bundler would load the styles outside of it.
  try {
    return (await import('./ReceiptPanel')).ReceiptPanel;
  } catch {
    return NoReceipt;
  }
}, null);
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
  /** Called with the outcome of sending as soon as it is known, even after the form has unmounted; with the answer to an account's. */
  onOutcome?: (wasAdded: boolean, answer?: unknown) => void;
}

/** The two-step referral form (spec section 2), on the public page and in the staff dialog. */
export function ReferralForm({ mode, onDone, onInput, onOutcome }: Props) {
  const t = useT();
  const sites = useList('listSites');
  const form = useReferralForm({
    mode,
    sites: sites.items,
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
  const Heading = mode === 'staff' ? 'h3' : 'h2';

  return (
    <>
      {/* From step 2 on, so that it is there in time. */}
      {mode === 'public' && (step === 'complete' || receipt) && (
        <ReceiptPanel
          ref={receiptPanel}
          receipt={phase === 'added' ? null : receipt}
          onShow={form.receiptShown}
          onClose={form.closeReceipt}
        />
      )}
      {/* method="dialog": before hydration, submitting does not navigate. */}
      <form method="dialog" noValidate autoComplete="off" onSubmit={onSubmit}>
        <p className={styles.progress}>
          {t('referralForm.progress', { step: step === 'start' ? 1 : 2 })}
        </p>
        <Heading ref={heading} tabIndex={-1} className={styles.heading}>
          {t(step === 'start' ? 'referralForm.startTitle' : 'referralForm.completeTitle')}
        </Heading>
        <ErrorSummary submission={isOnField && focus} />
        {/* Disabled, as the data must not change while it is being sent. */}
        <fieldset className={styles.fields} disabled={phase === 'sending' || phase === 'added'}>
          {step === 'start' ? (
            <StartStep form={form} sites={sites} />
          ) : (
            <CompleteStep form={form} counties={counties} />
          )}
        </fieldset>
        {mode === 'public' && step === 'complete' && <RightsPanel substances={draft.substance} />}
        {form.honeypotRef && <HoneypotField onElement={form.honeypotRef} />}
        <FormOutcome form={form} problemRef={problem} onSignIn={() => setSigningIn(true)} />
        <PreHydrationStatus />
        <FormActions form={form} />
      </form>
      {phase === 'notice' && <GuestNotice form={form} />}
      {signingIn && (
        <ErrorBoundary fallback={LoginFailure}>
          <LoginModal onSignedIn={form.signedIn} onClose={() => setSigningIn(false)} />
        </ErrorBoundary>
      )}
    </>
  );
}

/**
 * 'Next', or 'Back' and 'Finish'. The keys keep them separate elements: a 'Back' that became 'Next' during a click would submit
 * the form.
 */
function FormActions({ form }: { form: ReferralFormControls }) {
  const t = useT();
  const { step, phase } = form.state;
  const isBusy = phase === 'sending' || phase === 'added';

  return (
    <div className={styles.actions}>
      {step === 'start' ? (
        <Button key="next" type="submit">
          {t('referralForm.next')}
        </Button>
      ) : (
        <>
          <Button key="back" variant="secondary" onClick={isBusy ? undefined : form.back}>
            {t('referralForm.back')}
          </Button>
          <Button key="finish" type="submit" busy={isBusy}>
            {t('referralForm.finish')}
          </Button>
        </>
      )}
    </div>
  );
}

/** Tells a visitor the limits of a guest referral before it is sent (spec section 2, "Referral form"). */
function GuestNotice({ form }: { form: ReferralFormControls }) {
  const t = useT();
  return (
    <Modal title={t('referralForm.notice.title')} onClose={form.closeNotice}>
      <p>{t('referralForm.notice.text')}</p>
      <ModalActions>
        <Button onClick={form.continueAsGuest}>{t('referralForm.notice.continue')}</Button>
        <Button variant="secondary" onClick={form.closeNotice}>
          {t('referralForm.notice.close')}
        </Button>
      </ModalActions>
    </Modal>
  );
}
