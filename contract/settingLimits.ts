/**
 * What the settings of a provider may be. Our server checks them, and so does the web app on a host that serves files alone.
 */

/**
 * A link that a provider may configure: an http or https address, or a path of this site. Browsers read a backslash as a slash
 * and skip line breaks, so either would turn a path into a link to another host.
 */
export const LINK_PATTERN = /^(https?:\/\/[^\s\\/][^\s\\]*|\/(?![/\\])[^\s\\]*)$/i;

/** Minutes of inactivity until a user is signed out; 0 disables it. */
export const IDLE_MINUTES = { usual: 15, max: 1_440 } as const;

/** The longest time, in business days, within which a provider may promise to call. */
export const RESPONSE_DAYS_MAX = 30;

/** Days for which a deleted referral can be put back. */
export const DELETED_DAYS = { usual: 30, max: 365 } as const;

/** The default brand colour, whose companions in src/theme/tokens.css are chosen by hand; a provider may configure another. */
export const DEFAULT_BRAND_COLOR = '#0b5a66';
