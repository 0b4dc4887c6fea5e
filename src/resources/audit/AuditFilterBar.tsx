import { useRef } from 'react';
import { LENGTHS } from '../../../contract/constants';
import { useStaffT } from '../../i18n/useStaffT';
import { Button } from '../../shared/Button';
import { TextField } from '../../shared/TextFields';
import type { Option } from '../../shared/useSelectMenu';
import { FilterForm } from '../../admin/list/FilterForm';
import { AccountField } from './AccountField';
import styles from './AuditFilterBar.module.css';
import { today } from './dayRange';
import type { AuditFilterControls } from './useAuditFilters';

interface Props {
  filters: AuditFilterControls;
  /** Who is chosen, by name. */
  actor: Option | null;
  /** What the entries in sight are narrowed by, in words; empty when they are all. */
  summary: string;
  /** They are about an account, which no field shows. */
  isOfAccount: boolean;
}

/** Narrows the log by who, about whom, and day. */
export function AuditFilterBar({ filters, actor, summary, isOfAccount }: Props) {
  const t = useStaffT();
  const { typed, isPersonWrong, change, submit, clear } = filters;
  const person = useRef<HTMLInputElement>(null);

  return (
    <div>
      <FilterForm
        label={t('auditTrail.filters')}
        className={styles.fields}
        onSubmit={() => {
          const applies = submit();
          if (!applies) person.current?.focus();
          return applies;
        }}
        onClear={clear}
      >
        <AccountField chosen={actor} onChange={(option) => change({ actor: option })} />
        <TextField
          ref={person}
          label={t('auditTrail.person')}
          hint={t('auditTrail.personHint')}
          error={isPersonWrong ? t('auditTrail.personWrong') : undefined}
          optional
          name="person"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={LENGTHS.filter}
          value={typed.person}
          onChange={(event) => change({ person: event.target.value })}
        />
        <TextField
          label={t('auditTrail.day')}
          optional
          type="date"
          name="day"
          max={today()}
          value={typed.day}
          onChange={(event) => change({ day: event.target.value })}
        />
      </FilterForm>
      <div className={styles.shown}>
        <p role="status" className={styles.summary}>
          {summary && t('referralFilters.active', { filters: summary })}
        </p>
        {/* So its way out stands here. */}
        {isOfAccount && (
          <Button variant="secondary" onClick={clear}>
            {t('referralFilters.clear')}
          </Button>
        )}
      </div>
    </div>
  );
}
