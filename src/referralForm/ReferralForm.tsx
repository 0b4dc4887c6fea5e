import { type FormEvent, lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useT } from '../i18n/I18nProvider';
import { ErrorSummary } from '../shared/ErrorSummary';
import { useList } from '../shared/useList';
import { PreHydrationStatus, useReplaySubmit } from './PreHydrationStatus';
import { CompleteStep } from './CompleteStep';
import { FormActions } from './FormActions';
import { FormOutcome } from './FormOutcome';
import { GuestNotice } from './GuestNotice';
import { isProbation } from './referralDraft';
import styles from './ReferralForm.module.css';
import { RightsPanel } from './RightsPanel';
import { StartStep } from './StartStep';
import { HoneypotField } from './HoneypotField';
import { useLinkedSite } from './useLinkedSite';
import { type ReferralFormMode, useReferralForm } from './useReferralForm';

const LoginModal = lazy(async () => ({ default: (await import('./LoginModal')).LoginModal }));

interface Props {
  mode: ReferralFormMode;
  /** Called after a referral was added and the form reset. */
  onDone?: () => void;
  /** Called with whether there is unsent input. */
  onInput?: (hasInput: boolean) => void;
  /** Called with the outcome of sending as soon as it is known, even after the form has unmounted. */
  onOutcome?: (wasAdded: boolean) => void;
}

/** The two-step referral form (spec section 2), on the public page and in the staff dialog. */
export function ReferralForm({ mode, onDone, onInput, onOutcome }: Props) {
  const t = useT();
  const sites = useList('listSites');
  const form = useReferralForm(mode, {
    onDone: () => {
      sites.reload();
      onDone?.();
    },
    onOutcome,
  });
  const { hasInput } = form;
  useEffect(() => onInput?.(hasInput), [onInput, hasInput]);
  const { draft, step, phase, focus } = form.state;
  const counties = useList('listCounties', isProbation(draft));
  const heading = useRef<HTMLHeadingElement>(null);
  const problem = useRef<HTMLDivElement>(null);
  const [signingIn, setSigningIn] = useState(false);

  useLinkedSite(mode, sites.items, form);
  useReplaySubmit(form.next);

  useEffect(() => {
    if (!focus) return;
    if (focus.on === 'heading') return heading.current?.focus();
    if (focus.on === 'problem') problem.current?.focus();
  }, [focus]);

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (step === 'start') form.next();
    else form.finish();
  };
  const isOnField = focus && focus.on !== 'heading' && focus.on !== 'problem';
  const Heading = mode === 'staff' ? 'h3' : 'h2';

  return (
    <>
      {/* method="dialog": before hydration, submitting does not navigate. */}
      <form method="dialog" noValidate autoComplete="off" onSubmit={onSubmit}>
        <p className={styles.progress}>
          {t('referralForm.progress', { step: step === 'start' ? 1 : 2 })}
        </p>
        <Heading ref={heading} tabIndex={-1} className={styles.heading}>
          {t(step === 'start' ? 'referralForm.startTitle' : 'referralForm.completeTitle')}
        </Heading>
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
        <ErrorSummary submission={isOnField && focus} />
        <FormOutcome form={form} problemRef={problem} onSignIn={() => setSigningIn(true)} />
        <PreHydrationStatus />
        <FormActions form={form} />
      </form>
      {phase === 'notice' && (
        <GuestNotice onContinue={form.continueAsGuest} onClose={form.closeNotice} />
      )}
      {signingIn && (
        <Suspense>
          <LoginModal onSignedIn={form.signedIn} onClose={() => setSigningIn(false)} />
        </Suspense>
      )}
    </>
  );
}
