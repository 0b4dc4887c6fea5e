import { useForm, useWatch } from 'react-hook-form';
import type { Signer } from '../../../../../contract/consent';
import type { Consent } from '../../../../../contract/entities/consent';
import { CONSENT_LENGTHS } from '../../../../../contract/staffConstants';
import { CloseButton, Dialog, FormDialog, useDialogMutation } from '../../../../admin';
import type { ReferralRecord } from '../../../../dataProvider/referrals';
import { useStaffT } from '../../../../i18n/useStaffT';
import { BooleanInput, SelectInput, TextInput } from '../../../../ui/form/Inputs';
import { requiredText } from '../../../../ui/form/validate';
import { useRulesToday } from '../../contact/contactTexts';
import { nameOf } from '../../referralFields';
import styles from './consents.module.css';
import { CONSENT_DETAILS } from './consentTexts';

interface Values {
  personName: string;
  signerName: string;
  signedOn: string;
  until: 'usual' | 'day';
  lastDay: string;
  place: string;
  witness: string;
  byPhone: boolean;
}

interface Props {
  readonly referral: ReferralRecord;
  readonly consent: Consent;
  /** Who signs at the person's age; null if it is not known. */
  readonly signer: Signer | null;
  readonly onClose: () => void;
}

const NEEDED = [requiredText('consents.needed')];
/** A refused field of the call → its text. */
const FIELDS = {
  signer: 'consents.badSigner',
  signer_name: 'consents.needed',
  signed_on: 'consents.badDay',
  last_day: 'consents.badLastDay',
} as const;

/** Enters what a paper says that the person signed. */
export function PaperDialog({ signer, ...props }: Props) {
  const t = useStaffT();
  if (signer) return <PaperForm signer={signer} {...props} />;
  return (
    <Dialog
      title={t('consents.paperTitle')}
      width="sm"
      onClose={props.onClose}
      actions={<CloseButton />}
    >
      <p>{t('consents.noSigner')}</p>
    </Dialog>
  );
}

function PaperForm({ referral, consent, signer, onClose }: Props & { signer: Signer }) {
  const t = useStaffT();
  const today = useRulesToday();
  const form = useForm<Values>({
    defaultValues: {
      personName: nameOf(referral),
      signerName: '',
      signedOn: today,
      until: 'usual',
      lastDay: '',
      place: '',
      witness: '',
      byPhone: false,
    },
  });
  const isGuest = consent.recipient.kind === 'guest';
  const until = useWatch({ control: form.control, name: 'until' });
  const mutation = useDialogMutation<Values>({
    send: (provider, values) =>
      provider.signConsentOnPaper({
        consent: consent.id,
        person_name: values.personName,
        signer,
        ...(signer === 'guardian' && { signer_name: values.signerName }),
        signed_on: values.signedOn,
        last_day: values.until === 'day' ? values.lastDay : null,
        ...(isGuest && { by_phone_only: values.byPhone }),
        paper_place: values.place,
        witness: values.witness,
      }),
    done: 'consents.paperDone',
    failed: 'consents.paperFailed',
    onDone: onClose,
  });
  return (
    <FormDialog
      title={t('consents.paperTitle')}
      submitLabel={t('consents.paperSubmit')}
      form={form}
      onSubmit={mutation.start}
      mutation={mutation}
      onClose={onClose}
      details={CONSENT_DETAILS}
      fields={{ ...FIELDS, ...(until === 'usual' && { last_day: 'consents.closedLong' }) }}
      intro={<p className={styles.text}>{t('consents.paperIntro')}</p>}
    >
      <p className={styles.text}>
        <strong>{t('consents.toName', { name: consent.recipient.name })}</strong>
      </p>
      <TextInput
        source="personName"
        label={t('consents.paperName')}
        maxLength={CONSENT_LENGTHS.name}
        validate={NEEDED}
        isRequired
      />
      <p className={styles.text}>{t(`consents.mustSign.${signer}`)}</p>
      {signer === 'guardian' && (
        <TextInput
          source="signerName"
          label={t('consents.signerName')}
          helperText={t('consents.signers.guardian')}
          maxLength={CONSENT_LENGTHS.name}
          validate={NEEDED}
          isRequired
        />
      )}
      <TextInput
        source="signedOn"
        type="date"
        label={t('consents.signedDay')}
        validate={NEEDED}
        isRequired
      />
      <SelectInput
        source="until"
        label={t('consents.until')}
        isRequired
        choices={[
          { id: 'usual', name: t('consents.untilUsual') },
          { id: 'day', name: t('consents.untilDay') },
        ]}
      />
      {until === 'day' && (
        <TextInput
          source="lastDay"
          type="date"
          label={t('consents.lastDay')}
          validate={NEEDED}
          isRequired
        />
      )}
      {isGuest && <BooleanInput source="byPhone" label={t('consents.paperByPhone')} />}
      <TextInput
        source="place"
        label={t('consents.place')}
        maxLength={CONSENT_LENGTHS.note}
        validate={NEEDED}
        isRequired
      />
      <TextInput
        source="witness"
        label={t('consents.witness')}
        maxLength={CONSENT_LENGTHS.name}
        validate={NEEDED}
        isRequired
      />
    </FormDialog>
  );
}
