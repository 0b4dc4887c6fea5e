import { type FormEvent, useId } from 'react';
import { useT } from '../../../i18n/I18nProvider';
import { Button } from '../../../shared/Button';
import { CloseButton } from './CloseButton';
import { DialogFrame } from './DialogFrame';
import { MoreInfoMessage } from './MoreInfoMessage';
import { ReferralDetails } from './ReferralDetails';
import { SaveOutcome } from './SaveOutcome';
import styles from './StatusDialog.module.css';
import { StatusFields } from './StatusFields';
import { useStatusForm } from './useStatusForm';
import { type StatusDialogProps, useStatusTitle } from './useStatusTitle';

/** The status dialog of a super user: status and notes can be changed (spec section 6). */
export function EditStatusDialog({ referral, onClose }: StatusDialogProps) {
  const t = useT();
  const formId = useId();
  const title = useStatusTitle(referral);
  const { values, change, submit, close, isChanged, ...saving } = useStatusForm(referral, onClose);

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  const actions = (
    <>
      <CloseButton onClick={close} />
      <Button type="submit" form={formId} busy={saving.isSaving || saving.isSaved}>
        {t(saving.isSaving ? 'statusDialog.saving' : 'statusDialog.submit')}
      </Button>
    </>
  );

  return (
    <DialogFrame
      title={title}
      onClose={close}
      hasInput={isChanged}
      outcome={<SaveOutcome {...saving} onTryAgain={submit} />}
      actions={actions}
    >
      <div className={styles.parts}>
        <MoreInfoMessage status={referral.status} />
        <form id={formId} className={styles.parts} onSubmit={onSubmit}>
          <StatusFields values={values} onChange={change} />
        </form>
        <ReferralDetails referral={referral} />
      </div>
    </DialogFrame>
  );
}
