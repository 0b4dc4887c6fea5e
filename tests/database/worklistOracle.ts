/** An oracle for the worklist, computed without a database. */
import {
  type EndReason,
  OPEN_STATUSES,
  REFERRAL_STATUSES,
  type ReferralStatus,
} from '../../contract/staffConstants';
import type { WorklistCounts, WorklistQuery } from '../../contract/entities/worklist';

/** A stored referral. */
export interface Row {
  readonly id: string;
  readonly tracking_id: string;
  readonly site_id: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly contact_digits: string;
  readonly substance: readonly string[];
  readonly sex: string;
  readonly status: ReferralStatus;
  /** Only of the status that ends a referral. */
  readonly end_reason: EndReason | null;
  /** Who set the day to call back. */
  readonly follow_up_by: string | null;
  readonly entry_date: Date;
  readonly reopened_at: Date | null;
  /** Since the reopening. */
  readonly reached_at: Date | null;
  readonly created_by: string | null;
  readonly assigned_to: string | null;
  readonly owner_id: string | null;
  /** Neither deleted nor held. */
  readonly isListed: boolean;
}

export interface Reader {
  readonly id: string;
  /** 'all', or the ids of the sites that the account sees. */
  readonly sites: 'all' | readonly string[];
}

/** What the oracle knows besides the rows. */
export interface Names {
  readonly sites: ReadonlyMap<string, string>;
  readonly accounts: ReadonlyMap<string, string>;
  /** The ids of the accounts that can own referrals. */
  readonly owners: ReadonlySet<string>;
  readonly managers: ReadonlySet<string>;
}

export type Query = Partial<Omit<WorklistQuery, 'page' | 'size' | 'after'>>;

const fold = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/\s+/g, ' ');

const hasWords = (text: string, typed: string) =>
  fold(typed)
    .split(/[\s,]+/)
    .filter(Boolean)
    .every((word) => fold(text).includes(word));

const bare = (text: string) => text.replace(/[-\s]/g, '').toUpperCase();
const digits = (text: string) => text.replace(/\D/g, '');

const sees = (reader: Reader, row: Row): boolean =>
  row.isListed &&
  (reader.sites === 'all' ||
    reader.sites.includes(row.site_id) ||
    row.created_by === reader.id ||
    (row.assigned_to ?? row.created_by) === reader.id);

function findsQuickly(row: Row, q: string): boolean {
  const byName = hasWords(`${row.first_name} ${row.last_name}`, q);
  const byTracking = bare(row.tracking_id).includes(bare(q));
  if (/^[\d\s()+.-]+$/.test(q)) {
    return row.contact_digits.includes(digits(q)) || (/^[\d\s-]+$/.test(q) && byTracking);
  }
  return byName || ((/\d/.test(q) || /^r-/i.test(q)) && byTracking);
}

/** Whether a referral matches everything except status and owner. */
function matches(row: Row, query: Query, names: Names): boolean {
  const referrer = row.assigned_to ?? row.created_by;
  const tests: [string | undefined, (text: string) => boolean][] = [
    [query.name, (text) => hasWords(`${row.first_name} ${row.last_name}`, text)],
    [query.contact_number, (text) => row.contact_digits.includes(digits(text))],
    [query.tracking_id, (text) => bare(row.tracking_id).includes(bare(text))],
    [
      query.referred_by,
      (text) =>
        referrer === null ? text === 'guest' : hasWords(names.accounts.get(referrer) ?? '', text),
    ],
    [query.q, (text) => findsQuickly(row, text)],
    [query.gender, (sex) => row.sex === sex],
    [query.site, (site) => row.site_id === site],
    [query.substance, (one) => row.substance.includes(one)],
    [query.end_reason, (reason) => row.end_reason === reason],
    [query.follow_up_by, () => names.managers.has(row.follow_up_by ?? '')],
    [query.from, (from) => row.entry_date >= new Date(from)],
    [query.to, (to) => row.entry_date < new Date(to)],
  ];
  return tests.every(([text, test]) => !text || test(text));
}

function isOwned({ owner_id, status }: Row, owner: string | undefined, me: string, names: Names) {
  if (owner === undefined) return true;
  if (owner === 'nobody') return owner_id === null;
  if (owner !== 'left') return owner_id === (owner === 'me' ? me : owner);
  return owner_id !== null && !names.owners.has(owner_id) && OPEN_STATUSES.includes(status);
}

type Compared = string | number;
const compare = (one: Compared, other: Compared) => (one < other ? -1 : one > other ? 1 : 0);

/** The values that the list is sorted by, and whether each is turned around. */
function keysOf(row: Row, { sort, order }: Query, names: Names): [Compared, boolean][] {
  const isDown = order !== 'asc';
  const { id } = row;
  const entered = row.entry_date.getTime();
  if (sort === 'name') return [[fold(`${row.last_name} ${row.first_name}`), isDown], [id, isDown]];
  if (sort === 'waiting') {
    const waits = OPEN_STATUSES.includes(row.status) && row.reached_at === null;
    const since = waits && row.reopened_at ? row.reopened_at.getTime() : entered;
    return [[waits ? 0 : 1, false], [since, !isDown], [id, !isDown]];
  }
  if (sort === 'site') {
    const name = fold(names.sites.get(row.site_id) ?? '');
    return [[name, isDown], [row.site_id, isDown], [entered, true], [id, true]];
  }
  if (sort === 'status') {
    return [[REFERRAL_STATUSES.indexOf(row.status), isDown], [entered, true], [id, true]];
  }
  return [[entered, isDown], [id, isDown]];
} // prettier-ignore

/** Compares two rows in list order. */
export function compareRows(one: Row, other: Row, query: Query, names: Names): number {
  const others = keysOf(other, query, names);
  for (const [index, [value, isTurned]] of keysOf(one, query, names).entries()) {
    const result = compare(value, others[index]?.[0] ?? '');
    if (result !== 0) return isTurned ? -result : result;
  }
  return 0;
}

export interface Expected {
  /** In list order. */
  readonly ids: readonly string[];
  readonly counts: WorklistCounts;
  /** Matches of the query with any status and owner. */
  readonly ofAllTabs: number;
}

export function expectedList(
  rows: readonly Row[],
  names: Names,
  reader: Reader,
  query: Query,
): Expected {
  const all = rows.filter((row) => sees(reader, row) && matches(row, query, names));
  const count = (status: string | undefined, owner: string | undefined) =>
    all.filter(
      (row) =>
        (status === undefined || row.status === status) && isOwned(row, owner, reader.id, names),
    ).length;
  const { referral_status: status, owner } = query;
  const listed = all
    .filter(
      (row) =>
        (status === undefined || row.status === status) && isOwned(row, owner, reader.id, names),
    )
    .toSorted((one, other) => compareRows(one, other, query, names));
  return {
    ids: listed.map(({ id }) => id),
    ofAllTabs: all.length,
    counts: {
      all: count(undefined, owner),
      statuses: Object.fromEntries(
        REFERRAL_STATUSES.map((one) => [one, count(one, owner)]),
      ) as WorklistCounts['statuses'],
      mine: count(status, 'me'),
      nobody: count(status, 'nobody'),
    },
  };
}
