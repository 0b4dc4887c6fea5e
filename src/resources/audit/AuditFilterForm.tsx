import { useController, useFormContext } from 'react-hook-form';
import { useListContext } from 'react-admin';
import { LENGTHS } from '../../../contract/constants';
import type { AuditEntry } from '../../../contract/entities/audit';
import { FilterForm } from '../../admin';
import { formatDate } from '../../i18n/format';
import { useLanguage } from '../../i18n/I18nProvider';
import { useStaffT } from '../../i18n/useStaffT';
import { today } from '../../i18n/providerTime';
import { TextField } from '../../ui/Field';
import type { Option } from '../../ui/useSelectMenu';
import { AccountField } from './AccountField';
import { useActorLabels } from './auditFields';
import styles from './AuditFilterForm.module.css';
import {
  type AuditFilterValues,
  NO_VALUES,
  parseValues,
  readTrackingId,
  toFilter,
} from './auditFilter';

/** Filters the activity log by who acted, whom it concerns, and day. */
export function AuditFilterForm({ initialValues }: { initialValues: AuditFilterValues }) {
  const describe = useDescription();
  return (
    <FilterForm
      label="auditTrail.filters"
      className={styles.fields}
      emptyValues={NO_VALUES}
      initialValues={initialValues}
      parse={parseValues}
      toFilter={toFilter}
      describe={describe}
      found="auditTrail.found"
    >
      <ActorInput />
      <PersonInput />
      <DayInput />
    </FilterForm>
  );
}

function ActorInput() {
  const nameOf = useActorName();
  const { field } = useController<AuditFilterValues, 'actor'>({ name: 'actor' });
  const chosen = field.value && { ...field.value, label: nameOf(field.value) };
  return <AccountField chosen={chosen} onChange={field.onChange} />;
}

function PersonInput() {
  const t = useStaffT();
  const { register, formState, clearErrors } = useFormContext<AuditFilterValues>();
  return (
    <TextField
      {...register('person', {
        // A name would find nothing, as if nobody had opened the record.
        validate: (text) => text.trim() === '' || readTrackingId(text) !== null,
        onChange: () => clearErrors('person'),
      })}
      label={t('auditTrail.person')}
      hint={t('auditTrail.personHint')}
      error={formState.errors.person && t('auditTrail.personWrong')}
      optional
      autoCapitalize="characters"
      spellCheck={false}
      enterKeyHint="search"
      maxLength={LENGTHS.filter}
    />
  );
}

function DayInput() {
  const t = useStaffT();
  const { register } = useFormContext<AuditFilterValues>();
  return (
    <TextField
      {...register('day')}
      label={t('auditTrail.day')}
      optional
      type="date"
      max={today()}
    />
  );
}

/** Returns a function that names an actor by id, as the shown entries do. */
function useActorName() {
  const t = useStaffT();
  const labels = useActorLabels();
  return ({ value, label }: Option) => label || labels.get(value) || t('auditTrail.chosenAccount');
}

function useDescription() {
  const t = useStaffT();
  const { language } = useLanguage();
  const { data } = useListContext<AuditEntry>();
  const nameOf = useActorName();
  const recordName = (id: string) =>
    data?.flatMap(({ records }) => records).find((record) => record.id === id)?.name ||
    t('auditTrail.chosenAccount');

  return ({ actor, person, account, day }: AuditFilterValues) => {
    const parts = [
      ['actor', 'auditTrail.who', actor && nameOf(actor)],
      ['person', 'auditTrail.person', person],
      ['account', 'auditTrail.about', account && recordName(account)],
      ['day', 'auditTrail.day', day && formatDate(day, language)],
    ] as const;
    return parts.flatMap(([name, label, value]) =>
      value ? { names: [name], label: t(label), value } : [],
    );
  };
}
