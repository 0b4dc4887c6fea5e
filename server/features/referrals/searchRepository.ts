/** Which referrals stand on a page. */
import { and, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '../../db/openDatabase';
import { referral } from '../../db/schema';
import type { ReferralQuery } from './filters';
import { isRange, newest } from './rangeRepository';
import { isLive, type Scope, within } from './scopeRepository';
import { countMatching } from './counterRepository';

/** As many of a search are counted; of one that finds more, only the pages up to the next are known. */
const COUNTED = 2_000;
/** In a list of no more than so many, each search is tried to its end. */
const SHORT = 5_000;
/** How many of the newest are looked at to see whether many have what is wanted. */
const GLANCE = 500;
/** How many for a page: at first as many as it takes for what one in a hundred has. */
const FIRST_STRIDE = 5_500;
const NEXT_STRIDE = 5;
/** Of a kind that not one in so many is of, the newest of all are hardly ever: it is looked through by itself. */
const RARE = 20;

export interface FoundPage {
  /** In the order of the list. */
  readonly ids: readonly string[];
  /** How many there are; at least so many, when there are `more`. */
  readonly total: number;
  readonly more: boolean;
}

interface Place {
  readonly offset: number;
  readonly size: number;
}

/** One page of what is wanted, newest first. Reads no more than the page needs, or a search can find: never the table. */
export async function findPage(
  db: Database,
  scope: Scope,
  wanted: ReferralQuery,
  place: Place,
): Promise<FoundPage> {
  if (wanted.isSearch) return search(db, scope, wanted, place);
  const total = await countMatching(db, scope, wanted.kind);
  if (place.offset >= total) return { ids: [], total, more: false };
  const take = Math.min(place.offset + place.size, total);
  const { ids } = isRange(scope, wanted)
    ? await pick(db, newest(scope, wanted, { take }), place)
    : await walk(db, scope, wanted, place, { take, ...(await groundOf(db, scope, wanted)) });
  return { ids, total, more: false };
}

async function search(
  db: Database,
  scope: Scope,
  wanted: ReferralQuery,
  place: Place,
): Promise<FoundPage> {
  if (wanted.expected === 'few') {
    const all = await pick(db, anyOf(scope, wanted), place);
    if (all.total <= COUNTED) return { ...all, more: false };
  }
  const { ofAll, byKind } = await groundOf(db, scope, wanted);
  // One beyond the page tells whether there are more.
  const reach = { take: place.offset + place.size + 1, ofAll, byKind };
  if (wanted.expected === 'unknown' && ofAll > SHORT && reach.take <= GLANCE) {
    const { take } = reach;
    const near = await pick(db, newest(scope, wanted, { take, byKind, looks: GLANCE }), place);
    if (near.total >= reach.take) return cut(near, reach.take);
  }
  if (wanted.expected === 'unknown' || ofAll <= SHORT) {
    const all = await pick(db, anyOf(scope, wanted), place);
    if (all.total <= COUNTED) return { ...all, more: false };
  }
  return cut(await walk(db, scope, wanted, place, reach), reach.take);
}

/** What is looked through: everything, or what is of the kind. */
interface Ground {
  /** How many they are. */
  readonly ofAll: number;
  readonly byKind: boolean;
}

async function groundOf(db: Database, scope: Scope, { kind }: ReferralQuery): Promise<Ground> {
  const ofAll = await countMatching(db, scope);
  const { status, sex } = kind;
  if (status === undefined && sex === undefined) return { ofAll, byKind: false };
  const ofKind = await countMatching(db, scope, { status, sex });
  return ofKind * RARE < ofAll ? { ofAll: ofKind, byKind: true } : { ofAll, byKind: false };
}

interface Reach extends Ground {
  /** How many it takes to fill the page. */
  readonly take: number;
}

/**
 * Looks through the newest, ever further back, until there are enough. In strides, as the database would otherwise think of
 * other ways, by how much it believes to find.
 */
async function walk(
  db: Database,
  scope: Scope,
  wanted: ReferralQuery,
  place: Place,
  { take, ofAll, byKind }: Reach,
): Promise<Picked> {
  for (let stride = Math.max(FIRST_STRIDE, take); stride < ofAll; stride *= NEXT_STRIDE) {
    const found = await pick(db, newest(scope, wanted, { take, byKind, looks: stride }), place);
    if (found.total >= take) return found;
  }
  return pick(db, newest(scope, wanted, { take, byKind, looks: Infinity }), place);
}

const cut = ({ ids, total }: Picked, take: number): FoundPage => ({
  ids,
  total: Math.min(total, take),
  more: total >= take,
});

/** What is wanted, in no order: found by whatever index tells most. */
const anyOf = (scope: Scope, { where }: ReferralQuery): SQL =>
  sql`select ${referral.id}, ${referral.entry_date} from ${referral}
    where ${and(isLive, within(scope), where)} limit ${COUNTED + 1}`;

const pickedSchema = z.object({
  rows: z.tuple([z.object({ total: z.number(), ids: z.array(z.string()).nullable() })]),
});
interface Picked {
  readonly ids: readonly string[];
  readonly total: number;
}

/** Puts in order what was found, and takes the page out of it. */
async function pick(db: Database, found: SQL, { offset, size }: Place): Promise<Picked> {
  const result = await db.execute(sql`
    with found as materialized (${found})
    select count(*)::int as total,
      (array_agg(id order by entry_date desc, id desc))[${offset + 1}::int:${offset + size}::int] as ids
    from found`);
  const [{ total, ids }] = pickedSchema.parse(result).rows;
  return { total, ids: ids ?? [] };
}
