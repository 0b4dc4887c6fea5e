import { type SQL, sql } from 'drizzle-orm';
import { account, session } from '../../db/schema';
import { isWithinLast } from '../../db/statements/storedTimes';

const HOUR = 60 * 60;
const DAY = 24 * HOUR;
/** Seconds. A session ends this long after login (absolute) or after its last refresh (idle). Chosen by the server, not by the spec. */
const SESSION_LIFE = {
  remembered: { absolute: 30 * DAY, idle: 7 * DAY },
  plain: { absolute: 12 * HOUR, idle: 2 * HOUR },
} as const;

const isWithin = ({ absolute, idle }: (typeof SESSION_LIFE)[keyof typeof SESSION_LIFE]): SQL =>
  sql`${isWithinLast(absolute, session.created_at)} and ${isWithinLast(idle, session.rotated_at)}`;

/** Condition: neither of the session's lifetimes has passed. */
export const isWithinLifetime = sql`case when ${session.remember}
    then ${isWithin(SESSION_LIFE.remembered)} else ${isWithin(SESSION_LIFE.plain)} end`;

/** A valid session: neither ended (the function of migration 0016) nor expired. */
export const isAlive: SQL =
  sql`(is_unrevoked(${session}, ${account}) and ${isWithinLifetime})`.inlineParams();
