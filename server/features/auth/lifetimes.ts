/** Lifetimes of tokens and sessions, and the limit on mailed links. Chosen by the server, not by the spec. Seconds unless noted. */
import { CONFIRM_LINK_DAYS } from '../../../contract/constants';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export const ACCESS_TOKEN_LIFE = 15 * MINUTE;
/** Tolerated difference between the clocks of client and server. */
export const CLOCK_SKEW = 30;
/** A session ends this long after login (absolute) or after its last refresh (idle). */
export const SESSION_LIFE = {
  remembered: { absolute: 30 * DAY, idle: 7 * DAY },
  plain: { absolute: 12 * HOUR, idle: 2 * HOUR },
} as const;
/** For this long after a refresh, the previous refresh token still yields the same successor, because two tabs may race. */
export const REFRESH_GRACE = 30;
export const RESET_TOKEN_LIFE = 30 * MINUTE;
/** For a link that confirms an email, or sets the first password of an approved account. */
export const CONFIRM_TOKEN_LIFE = CONFIRM_LINK_DAYS * DAY;
/**
 * Emails with a link of one purpose, per account and hour: asked for from one network, and in all. A stranger's requests do not use up
 * the owner's.
 */
export const LINK_EMAILS_PER_HOUR = { ofNetwork: 3, inAll: 10 } as const;
