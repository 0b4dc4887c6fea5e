import { useForm } from 'react-hook-form';
import type { Consent } from '../../../../../contract/entities/consent';
import { CONSENT_LENGTHS } from '../../../../../contract/staffConstants';
import { FormDialog, useDialogMutation } from '../../../../admin';
import { useStaffT } from '../../../../i18n/useStaffT';
import { BooleanInput, TextInput } from '../../../../ui/form/Inputs';
import { requiredText } from '../../../../ui/form/validate';
import styles from './consents.module.css';
import { CONSENT_DETAILS } from './consentTexts';

interface Values {
  how: string;
  all: boolean;
}

interface Props {
  readonly consent: Consent;
  /** All consents of the person that have not ended. */
  readonly others: readonly { readonly id: string }[];
  readonly onClose: () => void;
}

const NEEDED = [requiredText('consents.needed')];

/** Ends a consent at once, or notes that the person said no to one that was asked for. */
export function EndDialog({ consent, others, onClose }: Props) {
  const t = useStaffT();
  const form = useForm<Values>({ defaultValues: { how: '', all: false } });
  const isAsked = consent.signed === null;
  const mutation = useDialogMutation<Values>({
    send: (provider, { how, all }) =>
      provider.endConsents({
        consents: all ? others.map((one) => one.id) : [consent.id],
        how,
      }),
    done: isAsked ? 'consents.noted' : 'consents.stopped',
    failed: 'consents.stopFailed',
    onDone: onClose,
  });
  const { name } = consent.recipient;
  return (
    <FormDialog
      title={t(isAsked ? 'consents.noTitle' : 'consents.stopTitle')}
      submitLabel={t(isAsked ? 'consents.noSubmit' : 'consents.stopSubmit')}
      form={form}
      onSubmit={mutation.start}
      mutation={mutation}
      onClose={onClose}
      details={CONSENT_DETAILS}
      intro={
        <p className={styles.text}>
          {t(isAsked ? 'consents.noText' : 'consents.stopText', { name })}
        </p>
      }
    >
      <TextInput
        source="how"
        label={t('consents.how')}
        helperText={t('consents.howHint')}
        maxLength={CONSENT_LENGTHS.note}
        validate={NEEDED}
        isRequired
      />
      {others.length > 1 && <BooleanInput source="all" label={t('consents.alsoOthers')} />}
    </FormDialog>
  );
}
