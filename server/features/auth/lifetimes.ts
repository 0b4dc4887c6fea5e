/** How long things last, and how often they may be tried (contract of the server, not of the spec). Seconds unless named otherwise. */

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export const ACCESS_TOKEN_LIFE = 15 * MINUTE;
/** Clocks of client and server may differ by this. */
export const CLOCK_SKEW = 30;
/** A session ends this long after sign-in (absolute) or after its last exchange (idle). */
export const SESSION_LIFE = {
  remembered: { absolute: 30 * DAY, idle: 7 * DAY },
  plain: { absolute: 12 * HOUR, idle: 2 * HOUR },
} as const;
/** Within this after an exchange, the previous refresh token still answers the same successor: two tabs may race. */
export const REFRESH_GRACE = 30;
export const RESET_TOKEN_LIFE = 30 * MINUTE;
/** A link that confirms an e-mail, or sets the first password of an approved account. */
export const CONFIRM_TOKEN_LIFE = 7 * DAY;
/** Mails with a link of one purpose, per account and hour. */
export const RESET_MAILS_PER_HOUR = 3;
