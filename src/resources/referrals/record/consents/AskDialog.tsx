import { useForm, useWatch } from 'react-hook-form';
import { CONSENT_LEVELS, namesSeveral } from '../../../../../contract/consent';
import type { Consents } from '../../../../../contract/entities/consent';
import { CONSENT_LENGTHS } from '../../../../../contract/staffConstants';
import { FormDialog, useDialogMutation } from '../../../../admin';
import { isolate } from '../../../../i18n/isolate';
import { useStaffT } from '../../../../i18n/useStaffT';
import { SelectInput, TextInput } from '../../../../ui/form/Inputs';
import { requiredText, type Validator } from '../../../../ui/form/validate';
import styles from './consents.module.css';
import { CONSENT_DETAILS } from './consentTexts';

/** Whom staff can name who have no account, or whose account is not known here. */
const NAMED = ['person', 'agency', 'probation'] as const;

interface Values {
  kind: 'account' | 'guest' | (typeof NAMED)[number];
  name: string;
  address: string;
  level: (typeof CONSENT_LEVELS)[number];
  purpose: string;
  revokeFrom: string;
}

interface Props {
  /** The referral's id. */
  readonly id: string;
  readonly filer: Consents['filer'];
  /** The guest who filed; null without a name, and if an account filed. */
  readonly guestName: string | null;
  readonly onClose: () => void;
}

const NEEDED = [requiredText('consents.needed')];
const ONE_NAME: Validator<string>[] = [
  ...NEEDED,
  (name, { kind }) => (kind === 'person' && namesSeveral(name) ? 'consents.onePerson' : undefined),
];

/** Asks whom the person wants to know what. */
export function AskDialog({ id, filer, guestName, onClose }: Props) {
  const t = useStaffT();
  const filerName = filer?.fullname ?? guestName;
  const filerKind = filer ? 'account' : guestName === null ? null : 'guest';
  const form = useForm<Values>({
    defaultValues: {
      kind: filerKind ?? 'person',
      name: '',
      address: '',
      level: 'reached',
      purpose: t('consents.usualPurpose'),
      revokeFrom: '',
    },
  });
  const kind = useWatch({ control: form.control, name: 'kind' });
  const mutation = useDialogMutation<Values>({
    send: (provider, { name, address, level, purpose, revokeFrom, ...values }) =>
      provider.askConsent({
        id,
        recipient:
          values.kind === 'account'
            ? { kind: 'account', account: filer?.id ?? '' }
            : values.kind === 'guest'
              ? { kind: 'guest' }
              : { kind: values.kind, name, ...(address.trim() && { address }) },
        level,
        purpose,
        ...(values.kind === 'probation' && revokeFrom.trim() && { may_revoke_from: revokeFrom }),
      }),
    done: 'consents.asked',
    failed: 'consents.askFailed',
    onDone: onClose,
  });
  const named = NAMED.map((one) => ({ id: one, name: t(`consents.kinds.${one}`) }));
  const ofFiler = filerKind && {
    id: filerKind,
    name: t('consents.filer', { name: isolate(filerName ?? '') }),
  };
  return (
    <FormDialog
      title={t('consents.askTitle')}
      submitLabel={t('consents.askSubmit')}
      form={form}
      onSubmit={mutation.start}
      mutation={mutation}
      onClose={onClose}
      isAdding
      details={CONSENT_DETAILS}
      fields={{ recipient: 'consents.badAccount' }}
      intro={<p className={styles.text}>{t('consents.askIntro')}</p>}
    >
      <SelectInput
        source="kind"
        label={t('consents.whom')}
        isRequired
        choices={ofFiler ? [ofFiler, ...named] : named}
      />
      {kind !== 'account' && kind !== 'guest' && (
        <>
          <TextInput
            source="name"
            label={t('consents.name')}
            maxLength={CONSENT_LENGTHS.name}
            validate={ONE_NAME}
            isRequired
          />
          <TextInput
            source="address"
            label={t('consents.address')}
            maxLength={CONSENT_LENGTHS.address}
          />
        </>
      )}
      <SelectInput
        source="level"
        label={t('consents.what')}
        isRequired
        choices={CONSENT_LEVELS.map((one) => ({ id: one, name: t(`consents.levels.${one}`) }))}
      />
      <TextInput
        source="purpose"
        label={t('consents.purpose')}
        maxLength={CONSENT_LENGTHS.purpose}
        validate={NEEDED}
        isRequired
      />
      {kind === 'probation' && (
        <TextInput
          source="revokeFrom"
          label={t('consents.revokeFrom')}
          helperText={t('consents.revokeFromHint')}
          maxLength={CONSENT_LENGTHS.note}
        />
      )}
    </FormDialog>
  );
}
