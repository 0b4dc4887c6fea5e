import { type FormEvent, useId, useRef } from 'react';
import { CloseButton, Dialog, MutationStatus, SubmittingFieldset } from '../../../../admin';
import type { ReferralRecord } from '../../../../dataProvider/referrals';
import { useStaffT } from '../../../../i18n/useStaffT';
import { CorrectedFields } from '../../../../referralForm/lazyStep2';
import { isProbation } from '../../../../referralForm/referralDraft';
import { StartStep } from '../../../../referralForm/StartStep';
import { Button } from '../../../../ui/Button';
import { ErrorSummary } from '../../../../ui/form/ErrorSummary';
import { useList } from '../../../../ui/useList';
import { nameOf } from '../../referralFields';
import { GONE } from '../../refusals';
import styles from './CorrectDialog.module.css';
import { CorrectionConflict } from './CorrectionConflict';
import { useCorrection } from './useCorrection';

interface Props {
  readonly referral: ReferralRecord;
  /** Receives the corrected referral. */
  readonly onCorrected: (referral: ReferralRecord) => void;
  readonly onClose: () => void;
}

/** Corrects what was filed, with the fields, rules and messages of the referral form. The history keeps the earlier values. */
export function CorrectDialog({ referral, onCorrected, onClose }: Props) {
  const t = useStaffT();
  const formId = useId();
  const formElement = useRef<HTMLFormElement>(null);
  const correction = useCorrection({ referral, onCorrected, onClose });
  const { form, mutation, conflict, refusal, hasChanged } = correction;
  const sites = useList('listSites');
  const counties = useList('listCounties', isProbation(form.state.draft));
  const isSending = mutation.isBusy || mutation.isDone;

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    correction.submit();
  };
  const notice = conflict.state && (
    <CorrectionConflict
      conflict={conflict}
      now={correction.record}
      entered={correction.changes}
      counties={counties.items}
      onKeep={() => {
        correction.keepTheirs();
        formElement.current?.querySelector<HTMLElement>('[name="first_name"]')?.focus();
      }}
      onSave={correction.saveMine}
    />
  );
  const refusedText = refusal.errors.size > 0 || refusal.other ? t('referralForm.refused') : null;
  return (
    <Dialog
      title={t('correction.title', { name: nameOf(referral) })}
      onClose={onClose}
      hasInput={hasChanged && !isSending}
      outcome={
        <MutationStatus
          mutation={mutation}
          onTryAgain={correction.submit}
          details={GONE}
          conflict={notice ?? refusedText}
        />
      }
      actions={
        <>
          <Button type="submit" form={formId} busy={isSending}>
            {t('correction.submit')}
          </Button>
          <CloseButton />
        </>
      }
    >
      <form
        ref={formElement}
        id={formId}
        noValidate
        autoComplete="off"
        className={styles.form}
        onSubmit={onSubmit}
      >
        <p className={styles.intro}>{t('correction.intro')}</p>
        <ErrorSummary submission={refusal.submission} />
        <SubmittingFieldset isSending={isSending}>
          <StartStep form={form} sites={sites} />
          <div className={styles.fields}>
            <CorrectedFields form={form} counties={counties} />
          </div>
        </SubmittingFieldset>
      </form>
    </Dialog>
  );
}
