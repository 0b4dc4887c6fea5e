import { useMemo } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { useListContext } from 'react-admin';
import { LENGTHS } from '../../../contract/constants';
import type { AuditEntry } from '../../../contract/entities/audit';
import { FilterForm, submitOnEnter } from '../../admin';
import { useFeature } from '../../app/useFeature';
import { formatDate } from '../../i18n/format';
import { useLanguage } from '../../i18n/I18nProvider';
import { useStaffT, useValueText } from '../../i18n/useStaffT';
import { today } from '../../i18n/providerTime';
import controls from '../../ui/controls.module.css';
import type { Option } from '../../ui/useSelectMenu';
import { AccountField } from './AccountField';
import { actionChoices } from './actionChoices';
import { AuditField } from './AuditField';
import { useActorLabels } from './auditFields';
import styles from './AuditFilterForm.module.css';
import {
  type AuditFilterValues,
  NO_VALUES,
  parseValues,
  readTrackingId,
  toFilter,
} from './auditFilter';

/** Filters the activity log by who acted, what they did, whom it concerns, and day. */
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
      {useFeature('auditActions') && <ActionInput />}
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

function ActionInput() {
  const t = useStaffT();
  const { language } = useLanguage();
  const valueText = useValueText();
  const { field } = useController<AuditFilterValues, 'what'>({ name: 'what' });
  const { changes, reads } = useMemo(
    () => actionChoices((action) => valueText('auditActions', action), language),
    [valueText, language],
  );
  const isAction = field.value !== '' && field.value !== 'all';
  return (
    <AuditField label={t('auditTrail.what')}>
      {(control) => (
        <select
          {...control}
          {...field}
          value={isAction ? field.value : ''}
          onKeyDown={submitOnEnter}
          className={controls.select}
        >
          <option value="">{t('referralFilters.any')}</option>
          {[
            { label: t('auditTrail.changeActions'), choices: changes },
            { label: t('auditTrail.readActions'), choices: reads },
          ].map((group) => (
            <optgroup key={group.label} label={group.label}>
              {group.choices.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      )}
    </AuditField>
  );
}

function PersonInput() {
  const t = useStaffT();
  const { register, formState, clearErrors } = useFormContext<AuditFilterValues>();
  return (
    <AuditField
      label={t('auditTrail.person')}
      error={formState.errors.person && t('auditTrail.personWrong')}
    >
      {(control) => (
        <input
          {...control}
          {...register('person', {
            // A name would find nothing, as if nobody had opened the record.
            validate: (text) => text.trim() === '' || readTrackingId(text) !== null,
            onChange: () => clearErrors('person'),
          })}
          placeholder="R-XXXX-XXXX"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={LENGTHS.filter}
          className={controls.control}
        />
      )}
    </AuditField>
  );
}

function DayInput() {
  const t = useStaffT();
  const { register } = useFormContext<AuditFilterValues>();
  return (
    <AuditField label={t('auditTrail.day')}>
      {(control) => (
        <input
          {...control}
          {...register('day')}
          type="date"
          max={today()}
          className={controls.control}
        />
      )}
    </AuditField>
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
  const valueText = useValueText();
  const recordName = (id: string) =>
    data?.flatMap(({ records }) => records).find((record) => record.id === id)?.name ||
    t('auditTrail.chosenAccount');

  return ({ actor, person, account, day, what }: AuditFilterValues) => {
    const [action] = what.split(',');
    const parts = [
      ['actor', 'auditTrail.who', actor && nameOf(actor)],
      ['what', 'auditTrail.what', action && action !== 'all' && valueText('auditActions', action)],
      ['person', 'auditTrail.person', person],
      ['account', 'auditTrail.about', account && recordName(account)],
      ['day', 'auditTrail.day', day && formatDate(day, language)],
    ] as const;
    return parts.flatMap(([name, label, value]) =>
      value ? { names: [name], label: t(label), value } : [],
    );
  };
}
