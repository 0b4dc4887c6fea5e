/** Filters that fast-check draws: parts of what a referral says, letters changed, and near misses. */
import fc from 'fast-check';
import type { ReferralFilters } from '../../contract/entities/referral';
import { at, type Filed } from './randomWorld';
import { referredBy } from './visibilityOracle';

type Field = keyof ReferralFilters;
const FIELDS: readonly Field[] = [
  'name',
  'contact_number',
  'gender',
  'referral_status',
  'tracking_id',
  'referred_by',
];

const TAKES_ANY_TEXT: ReadonlySet<Field> = new Set(['contact_number', 'referred_by']);

/** How a text becomes what someone types. */
const typing = fc.record({
  part: fc.constantFrom('all', 'start', 'middle', 'end'),
  letters: fc.constantFrom('kept', 'upper', 'lower'),
  /** What a hand adds; mostly nothing. */
  slip: fc.constantFrom('', '', '', '', '', '', '', ' ', '-', 'x', '7', '%', '_', '\\'),
});
type Typing = typeof typing extends fc.Arbitrary<infer Drawn> ? Drawn : never;

const filterPlan = (fields: fc.Arbitrary<Field[]>) =>
  fc.record({
    fields,
    target: fc.nat(),
    typing,
    /** What someone types who is after the referrals of guests; in a number it is a near miss. */
    instead: fc.constantFrom('', '', '', 'guest', 'GUEST'),
  });
export type FilterPlan =
  ReturnType<typeof filterPlan> extends fc.Arbitrary<infer Plan> ? Plan : never;

/** Each field alone, and some together. */
export const filterPlans = fc.tuple(
  ...FIELDS.map((field) => filterPlan(fc.constant([field]))),
  filterPlan(fc.subarray([...FIELDS], { minLength: 2, maxLength: 3 })),
  filterPlan(fc.subarray([...FIELDS], { minLength: 2 })),
);

/** @param filed the referrals of the world; one of them is what the filter is after */
export function toFilters(plan: FilterPlan, filed: readonly Filed[]): ReferralFilters {
  const target = at(filed, plan.target % filed.length);
  const { person } = target;
  const texts: Record<Field, string> = {
    name: `${person.first_name} ${person.last_name}`,
    contact_number: person.contact_number,
    gender: person.sex,
    referral_status: person.status,
    tracking_id: person.tracking_id,
    referred_by: referredBy(target) ?? 'Guest',
  };
  const textOf = (field: Field) =>
    plan.instead && TAKES_ANY_TEXT.has(field) ? plan.instead : typed(texts[field], plan.typing);
  return Object.fromEntries(plan.fields.map((field) => [field, textOf(field)]));
}

function typed(text: string, { part, letters, slip }: Typing): string {
  const third = Math.ceil(text.length / 3);
  const cut = {
    all: text,
    start: text.slice(0, third),
    middle: text.slice(third, 2 * third),
    end: text.slice(-third),
  }[part];
  const changed = { kept: cut, upper: cut.toUpperCase(), lower: cut.toLowerCase() }[letters];
  return changed + slip;
}
