/**
 * The numbers and fixed lists of the product that visitors' pages use (spec sections 3, 4 and 9, and the server's own limits).
 * Defined only here and in staffConstants.ts: screens, server and tests import them.
 */

/** Roles of an account (spec section 1). ADMIN and SITE_USER exist but have no staff permissions. */
export const ROLES = ['SUPERUSER', 'MANAGER', 'REFERRAL', 'ADMIN', 'SITE_USER'] as const;
export type Role = (typeof ROLES)[number];

/** The substance options of the referral form (spec section 3); `name` is the value on the wire. */
export const SUBSTANCES = [
  { id: 1, name: 'Alcohol-related' },
  { id: 2, name: 'Cannabis-related' },
  { id: 3, name: 'Hallucinogen-related' },
  { id: 4, name: 'Inhalant-related' },
  { id: 5, name: 'Opioid-related' },
  { id: 6, name: 'Stimulant-related' },
  { id: 7, name: 'Sedative or hypnotic related' },
  { id: 8, name: 'Unknown substance' },
] as const;
export type SubstanceName = (typeof SUBSTANCES)[number]['name'];
/** Naloxone can reverse an overdose of this substance. */
export const OPIOIDS: SubstanceName = 'Opioid-related';

export const SEXES = ['Male', 'Female', 'Other'] as const;
export type Sex = (typeof SEXES)[number];
export const DEFAULT_SEX: Sex = 'Male';

/** The languages that the form offers as the person's own; a value on the wire. */
export const PREFERRED_LANGUAGES = ['en', 'es', 'other'] as const;
export type PreferredLanguage = (typeof PREFERRED_LANGUAGES)[number];

/** Names of sites with rules of their own; the server seeds and protects these sites. */
export const PROBATION_SITE_NAME = 'Probation Referral';
export const UNLISTED_SITE_NAME = 'Location Not Listed';
export const FORM_SITE_NAMES = [PROBATION_SITE_NAME, UNLISTED_SITE_NAME] as const;

/**
 * `detail` of a login that is refused although the password is right (spec section 4), and of the refresh of a session whose
 * account is no longer active.
 */
export const NOT_APPROVED_DETAIL = 'not_approved';
/** `detail` of a login from a page at an address that our server does not know as its own. */
export const FOREIGN_ORIGIN_DETAIL = 'foreign_origin';
/** `detail` for a reset link that no longer works (spec section 7). */
export const INVALID_RESET_TOKEN_DETAIL = 'invalid_token';
/** `detail` for a link of an email about news: its token is unknown, has expired, or its emails were stopped. */
export const INVALID_NEWS_TOKEN_DETAIL = 'This link does not work any more';

/** Lengths in characters, unless a name says otherwise. */
export const LENGTHS = {
  name: 100,
  email: 254,
  notes: 5_000,
  /** What to know before calling. */
  reachNote: 200,
  /** The terms of a provider. */
  terms: 20_000,
  /** A line about the provider on the landing page, such as its hours. */
  providerText: 300,
  filter: 100,
  /** An answer to those outside of the program, which is the status that they read. */
  answer: 200,
  siteName: 200,
  insuranceNumber: 50,
  id: 100,
  idempotencyKey: 100,
  passwordMin: 6,
  passwordMax: 256,
  phone: 40,
  phoneMinDigits: 7,
  phoneMaxDigits: 20,
} as const;

/** Earliest date of birth accepted, as YYYY-MM-DD. */
export const EARLIEST_BIRTH_DATE = '1900-01-01';

/** Milliseconds between a success text and the next step (spec section 9). */
export const DELAYS = {
  afterReferralAdded: 1_500,
  afterWrite: 1_000,
  afterPasswordReset: 2_000,
} as const;

/** Seconds before the sign-out at which the user is warned. */
export const IDLE_WARNING = 60;

/** Days for which a mailed link works that confirms an e-mail, or sets the first password of an approved account. */
export const CONFIRM_LINK_DAYS = 7;

/** Quick exit from a public page: the number of presses of Escape, and the milliseconds within which they count. */
export const QUICK_EXIT = {
  presses: 3,
  within: 2_000,
  address: 'https://www.weather.gov/',
} as const;

/** Selects (spec section 9): milliseconds, pixels, options that a page key skips, and how many may be chosen. */
export const SELECTS = {
  closeAfterBlur: 250,
  menuMaxHeight: 300,
  menuMinHeight: 140,
  pageSize: 5,
  /** No maximum. */
  unlimited: -1,
} as const;

/** The year in the footer (spec section 2). */
export const COPYRIGHT_YEAR = 2024;
