/** Random filters drawn by fast-check: parts of a referral's values, in changed case, and near misses. */
import fc from 'fast-check';
import { type ReferralFilters, referralFiltersSchema } from '../../contract/entities/referral';
import { at, type Filed } from './randomFixtures';
import { referredBy } from './visibilityOracle';

type Field = keyof ReferralFilters;
const FIELDS = Object.keys(referralFiltersSchema.shape) as Field[];

const TAKES_ANY_TEXT: ReadonlySet<Field> = new Set(['contact_number', 'referred_by']);

/** How a stored value is turned into the text a user types. */
const typing = fc.record({
  part: fc.constantFrom('all', 'start', 'middle', 'end'),
  letters: fc.constantFrom('kept', 'upper', 'lower', 'plain'),
  /** A name as 'Last, First', or the end of 'last first'; a phone number with a country code, or digits alone. */
  way: fc.constantFrom('kept', 'listed', 'swapped'),
  /** A stray character; mostly none. */
  slip: fc.constantFrom('', '', '', '', '', '', '', ' ', '-', 'x', '7', '%', '_', '\\'),
});
type Typing = typeof typing extends fc.Arbitrary<infer Drawn> ? Drawn : never;

const filterPlan = (fields: fc.Arbitrary<Field[]>) =>
  fc.record({
    fields,
    target: fc.nat(),
    typing,
    /** Searches for guests' referrals; in contact_number it is a near miss. */
    instead: fc.constantFrom('', '', '', 'guest', 'GUEST'),
  });
export type FilterPlan =
  ReturnType<typeof filterPlan> extends fc.Arbitrary<infer Plan> ? Plan : never;

/** Each field alone, and some combinations. */
export const filterPlans = fc.tuple(
  ...FIELDS.map((field) => filterPlan(fc.constant([field]))),
  filterPlan(fc.subarray([...FIELDS], { minLength: 2, maxLength: 3 })),
  filterPlan(fc.subarray([...FIELDS], { minLength: 2 })),
);

/** @param filed the existing referrals; the filter is derived from one of them */
export function toFilters(plan: FilterPlan, filed: readonly Filed[]): ReferralFilters {
  const target = at(filed, plan.target % filed.length);
  const { person } = target;
  const texts: Record<Field, string> = {
    name: {
      kept: `${person.first_name} ${person.last_name}`,
      listed: `${person.last_name}, ${person.first_name}`,
      swapped: `${person.last_name} ${person.first_name}`,
    }[plan.typing.way],
    contact_number: {
      kept: person.contact_number,
      listed: `+1 ${person.contact_number}`,
      swapped: person.contact_number.replace(/\D/g, ''),
    }[plan.typing.way],
    gender: person.sex,
    referral_status: person.status,
    tracking_id: person.tracking_id,
    referred_by: referredBy(target) ?? 'Guest',
  };
  const textOf = (field: Field) =>
    plan.instead && TAKES_ANY_TEXT.has(field)
      ? plan.instead
      : applyTyping(texts[field], plan.typing);
  return Object.fromEntries(plan.fields.map((field) => [field, textOf(field)]));
}

function applyTyping(text: string, { part, letters, slip }: Typing): string {
  const third = Math.ceil(text.length / 3);
  const cut = {
    all: text,
    start: text.slice(0, third),
    middle: text.slice(third, 2 * third),
    end: text.slice(-third),
  }[part];
  const changed = {
    kept: cut,
    upper: cut.toUpperCase(),
    lower: cut.toLowerCase(),
    plain: cut.normalize('NFD').replace(/\p{Mn}/gu, ''),
  }[letters];
  return changed + slip;
}
