import type { Consent } from '../../../../../contract/entities/consent';
import { Confirm, useDialogMutation } from '../../../../admin';
import { useStaffT } from '../../../../i18n/useStaffT';
import { CONSENT_DETAILS } from './consentTexts';

interface Props {
  readonly consent: Consent;
  readonly onClose: () => void;
}

/** Asks before a consent counts again whose recipient or referral changed. */
export function ConfirmDialog({ consent: { id, recipient }, onClose }: Props) {
  const t = useStaffT();
  const mutation = useDialogMutation<void>({
    send: (provider) => provider.confirmConsent(id),
    done: 'consents.confirmed',
    failed: 'consents.confirmFailed',
    onDone: onClose,
  });
  return (
    <Confirm
      title="consents.confirmTitle"
      confirm="consents.confirmSubmit"
      cancel="consents.notNow"
      mutation={mutation}
      onConfirm={() => mutation.start()}
      onClose={onClose}
      details={CONSENT_DETAILS}
      fields={{ consent: 'consents.inactive' }}
    >
      <p>{t('consents.confirmText', { name: recipient.name })}</p>
    </Confirm>
  );
}
