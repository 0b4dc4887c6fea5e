/**
 * Comparisons of stored times with the database's clock. A time that was stored while the clock was ahead is in the future after
 * the clock is set back: it counts as expired, so that it neither delays anyone nor keeps anything valid.
 */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '../database';

/** Seconds by which a stored time may be ahead of the clock. One that is further ahead counts as expired. */
const CLOCK_TOLERANCE = 30;

/** An expression for the time so many seconds from now, by the database's clock. */
export const secondsFromNow = (seconds: number | SQL): SQL =>
  sql`now() + make_interval(secs => ${seconds})`;

/** An expression for the time so many seconds ago, by the database's clock. */
export const secondsAgo = (seconds: number): SQL => sql`now() - make_interval(secs => ${seconds})`;

/** Condition: a time was stored while the clock was ahead. */
export const isAhead = (time: SQLWrapper): SQL => sql`${time} > ${secondsFromNow(CLOCK_TOLERANCE)}`;

/** Condition: a time is within the last `seconds`, and was not stored while the clock was ahead. */
export const isWithinLast = (seconds: number, time: SQLWrapper): SQL =>
  sql`(${time} > ${secondsAgo(seconds)} and not ${isAhead(time)})`;

/** Condition: a period of so many seconds is over, by its stored end. One that begins in the future is. */
export const isOver = (end: SQLWrapper, seconds: number | SQL): SQL =>
  sql`(${end} <= now() or ${end} > ${secondsFromNow(sql`${seconds}::integer + ${CLOCK_TOLERANCE}::integer`)})`;

/** The stored end of a period, but no later than so many seconds from now; null stays null. */
export const endWithin = (end: SQLWrapper, seconds: number | SQL): SQL =>
  sql`${end} - greatest(${end} - (${secondsFromNow(seconds)}), interval '0')`;

const clockSchema = z.object({ rows: z.tuple([z.object({ now: z.number() })]) });

/** Reads the database's clock, in seconds since 1970-01-01 UTC. */
export async function readClock(db: Database): Promise<number> {
  const read = await db.execute(sql`select extract(epoch from clock_timestamp())::float8 as now`);
  return clockSchema.parse(read).rows[0].now;
}
