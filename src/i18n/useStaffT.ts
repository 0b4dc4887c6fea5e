import type { StaffTextKey } from './textKeys';
import { type Translate, useT } from './I18nProvider';
import { isolateValues } from './isolate';

/** One function per language, as `useT` returns, so that memoized components render again only with another language. */
const isolating = new WeakMap<Translate, Translate<StaffTextKey>>();

/**
 * `useT` for the signed-in app, whose texts are loaded before its screens. It isolates the values, as most are user input
 * (isolate.ts); sentences on public pages contain none.
 */
export function useStaffT(): Translate<StaffTextKey> {
  const t = useT();
  const known = isolating.get(t);
  if (known) return known;
  const created = isolatingT(t as Translate<StaffTextKey>);
  isolating.set(t, created);
  return created;
}

const isolatingT =
  (t: Translate<StaffTextKey>): Translate<StaffTextKey> =>
  (key, values) =>
    t(key, isolateValues(values));

/** Lists of values on the wire whose texts are keyed by the value. */
type ValueList =
  | 'auditActions'
  | 'consents.channels'
  | 'consents.endings'
  | 'consents.kinds'
  | 'consents.levels'
  | 'consents.suspensions'
  | 'contact.channels'
  | 'contact.outcomes'
  | 'contact.parties'
  | 'contact.reasons'
  | 'contact.rowOutcomes'
  | 'deleteReasons'
  | 'duplicates.same'
  | 'endReasons'
  | 'followUpSetters'
  | 'ownReferral.levels'
  | 'ownReferral.outcomes'
  | 'pendingUsers.proof'
  | 'reach.answers'
  | 'reach.languages'
  | 'referralStatus'
  | 'roles'
  | 'sexes'
  | 'substances'
  | 'substanceTags'
  | 'today.outcomes';

/**
 * Returns a function that names a value of a list, as in `valueText('sexes', 'Other')`. A value that this build does not know, as
 * of a newer server, is shown as it is.
 */
export function useValueText(): (list: ValueList, value: string) => string {
  const t = useStaffT();
  return (list, value) => t(`${list}.${value}` as StaffTextKey, { _: value });
}
