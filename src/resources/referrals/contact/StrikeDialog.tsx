import { type FormEvent, useId, useRef, useState } from 'react';
import { hasVisibleText } from '../../../../contract/fieldRules';
import { REASON_NOTE_MAX } from '../../../../contract/staffConstants';
import { CloseButton, Dialog, MutationStatus, useDialogMutation } from '../../../admin';
import { useStaffT } from '../../../i18n/useStaffT';
import { Button } from '../../../ui/Button';
import { TextField } from '../../../ui/Field';
import { GONE } from '../refusals';

interface Props {
  /** The attempt's. */
  readonly id: string;
  readonly onClose: () => void;
}

/** Asks why an attempt was entered by mistake, and strikes it. */
export function StrikeDialog({ id, onClose }: Props) {
  const t = useStaffT();
  const formId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  const mutation = useDialogMutation<string>({
    send: (provider, why) => provider.strikeContactAttempt(id, why),
    done: 'contact.mistakeDone',
    failed: 'contact.mistakeFailed',
    onDone: onClose,
  });
  const isEmpty = !hasVisibleText(reason);
  const isSent = mutation.isBusy || mutation.isDone;
  const strike = () => {
    setMissing(isEmpty);
    if (isEmpty) input.current?.focus();
    else mutation.start(reason.trim());
  };
  return (
    <Dialog
      title={t('contact.mistake')}
      width="sm"
      hasInput={!isEmpty && !isSent}
      onClose={onClose}
      outcome={<MutationStatus mutation={mutation} onTryAgain={strike} details={GONE} />}
      actions={
        <>
          <Button type="submit" form={formId} busy={isSent}>
            {t('contact.mistake')}
          </Button>
          <CloseButton />
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          strike();
        }}
      >
        <TextField
          ref={input}
          label={t('contact.mistakeWhy')}
          hint={t('contact.mistakeHint')}
          maxLength={REASON_NOTE_MAX}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
          error={isMissing && isEmpty ? t('contact.becauseMissing') : undefined}
        />
      </form>
    </Dialog>
  );
}
