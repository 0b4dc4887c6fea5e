import { useState } from 'react';
import type { AuditFilter } from '../../dataProvider/audit';
import type { Option } from '../../shared/useSelectMenu';
import type { AuditState } from '../../staff/auditState';
import { dayRange } from './dayRange';
import { readTrackingId } from './trackingId';

/** What stands in the filter bar. */
export interface AuditFilterValues {
  /** Who acted; without a label when they were given by their id alone. */
  readonly actor: Option | null;
  /** The tracking id of whom it is about. */
  readonly person: string;
  /** The id of an account it is about, which nobody could type. */
  readonly account: string | null;
  readonly day: string;
}

const NONE: AuditFilterValues = { actor: null, person: '', account: null, day: '' };

/**
 * The filters of the log, in memory only. `typed` is what stands in the filter bar, `applied` what the list is narrowed by;
 * each submission is a new object, so that the list is fetched afresh also when nothing changed.
 * @param given whom the log was opened on
 */
export function useAuditFilters({ actor, trackingId, account }: AuditState) {
  const [typed, setTyped] = useState<AuditFilterValues>(() => ({
    ...NONE,
    actor: actor === undefined ? null : { value: actor, label: '' },
    person: trackingId ?? '',
    account: account ?? null,
  }));
  const [submitted, setSubmitted] = useState(typed);
  const [applied, setApplied] = useState(() => toFilter(typed));
  const [isPersonWrong, setPersonWrong] = useState(false);

  const apply = (values: AuditFilterValues) => {
    setTyped(values);
    setSubmitted(values);
    setApplied(toFilter(values));
    setPersonWrong(false);
  };

  const submit = () => {
    if (!typed.person.trim()) {
      apply({ ...typed, person: '' });
      return true;
    }
    const person = readTrackingId(typed.person);
    // A name would find nothing, which would read as if nobody had looked.
    setPersonWrong(person === null);
    // Whoever types somebody asks about them, and no longer about the account that was given.
    if (person !== null) apply({ ...typed, person, account: null });
    return person !== null;
  };

  return {
    typed,
    /** What stood in the bar when it was applied. */
    submitted,
    applied,
    isFiltered: Object.keys(applied).length > 0,
    /** By a tracking id alone. That a referral was filed is an entry, so that none at all speaks for a slip. */
    isOfTrackingId: submitted.person !== '' && !submitted.actor && !submitted.day,
    /** What stands there cannot be a tracking id. */
    isPersonWrong,
    change: (change: Partial<AuditFilterValues>) => {
      setTyped((before) => ({ ...before, ...change }));
      if (change.person !== undefined) setPersonWrong(false);
    },
    /** Applies what stands in the bar; false when it cannot be. */
    submit,
    clear: () => apply(NONE),
  };
}

export type AuditFilterControls = ReturnType<typeof useAuditFilters>;

function toFilter({ actor, person, account, day }: AuditFilterValues): AuditFilter {
  const about = person || account;
  return {
    ...(actor && { actor: actor.value }),
    ...(about && { person: about }),
    ...dayRange(day),
  };
}
