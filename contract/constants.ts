/**
 * Every number and fixed list of the product (spec sections 3, 4 and 9, and the server's own limits).
 * One home: screens, server and tests import from here and repeat none of them.
 */

/** Roles of an account (spec section 1). ADMIN and SITE_USER exist but carry no staff abilities. */
export const ROLES = ['SUPERUSER', 'MANAGER', 'REFERRAL', 'ADMIN', 'SITE_USER'] as const;
export type Role = (typeof ROLES)[number];

/** The substance options of the referral form (spec section 3); `name` is what travels on the wire. */
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
/** The one an overdose of which naloxone can reverse. */
export const OPIOIDS: SubstanceName = 'Opioid-related';

export const SEXES = ['Male', 'Female', 'Other'] as const;
export type Sex = (typeof SEXES)[number];
export const DEFAULT_SEX: Sex = 'Male';

/** Referral status values (spec section 4); the first is the default. */
export const REFERRAL_STATUSES = [
  'Pending',
  'Processed',
  'Declined Services',
  'More Info Needed',
] as const;
export type ReferralStatus = (typeof REFERRAL_STATUSES)[number];
export const DEFAULT_REFERRAL_STATUS: ReferralStatus = 'Pending';

/** Why a guest's referral is set apart: a field no person sees was filled, it was filled in too fast, or it came in a flood. */
export const HOLD_REASONS = ['trap', 'haste', 'flood'] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];

/** Faults of the installation, shown to super users while they last. */
export const OPERATIONAL_NOTICES = ['proxyNotTrusted', 'diskFull', 'clockDiffers'] as const;
export type OperationalNotice = (typeof OPERATIONAL_NOTICES)[number];
/** Those, and what concerns one account alone. */
export const NOTICE_CODES = [...OPERATIONAL_NOTICES, 'generatedPassword'] as const;

/** Site names that carry a rule of the product; the server seeds them and protects them. */
export const PROBATION_SITE_NAME = 'Probation Referral';
export const UNLISTED_SITE_NAME = 'Location Not Listed';

/**
 * What a link that a provider sets may lead to: an http or https address, or a path of this site. Browsers read a backslash
 * as a slash and skip line breaks, so that with one of them a path would lead to another host.
 */
export const LINK_ADDRESS = /^(https?:\/\/[^\s\\/][^\s\\]*|\/(?![/\\])[^\s\\]*)$/i;

/** The detail of a refused login whose password was right (spec section 4). */
export const NOT_APPROVED_DETAIL = 'not_approved';
/** The detail of a reset link that no longer works (spec section 7). */
export const INVALID_RESET_TOKEN_DETAIL = 'invalid_token';

/** How it stands about the mailbox of a pending account; `unavailable` where the server delivers no mail to prove it by. */
export const EMAIL_PROOFS = ['confirmed', 'awaited', 'unavailable'] as const;
export type EmailProof = (typeof EMAIL_PROOFS)[number];

/** Why our server refuses to add or change an account; the screens have a text of their own for each. */
export const ACCOUNT_REFUSALS = {
  emailTaken: 'Email already registered',
  hasAccount: 'This referral has an account already',
  deactivated: 'The account is deactivated',
  oneself: 'You cannot deactivate yourself',
  lastSuperuser: 'The last super user cannot be deactivated',
  referralDeleted: 'The referral of this account was deleted',
} as const;

/** Our server's refusal of a change to something that has changed since it was seen. */
export const STALE_DETAIL = 'Someone else has changed this in the meantime. Nothing was saved.';

/** The type of our server's issue with a name that holds characters one cannot see; the screens have a text for it. */
export const INVISIBLE_CHARACTERS = 'invisible_characters';

/** What stands for the schools of a super user, who sees all (spec section 3, "User account"). */
export const ALL_SCHOOLS = [{ id: 'all', site: 'all' }] as const;

/** Rows per page, by source (spec section 9); an account search answers no more than one page. */
export const PAGE_SIZE = {
  mine: 25,
  pending: 25,
  accounts: 25,
  accountSearch: 50,
  filtered: 50,
} as const;

/** Bounds of paging that the server accepts. */
export const PAGE_LIMITS = { maxPage: 10_000, maxSize: 100, defaultSize: 50 } as const;

/**
 * The audit list: rows an answer has at most, entries counted at most (no page lies beyond), records shown of one entry at
 * most, and rows a page.
 */
export const AUDIT_LIMITS = { rows: 100, counted: 10_000, recordsShown: 25, pageSize: 25 } as const;

/** Lengths in characters, unless a name says otherwise. */
export const LENGTHS = {
  name: 100,
  email: 254,
  notes: 5_000,
  /** The terms a provider shows. */
  terms: 20_000,
  filter: 100,
  siteName: 200,
  insuranceNumber: 50,
  id: 100,
  idempotencyKey: 100,
  passwordMin: 6,
  passwordMax: 256,
  phoneMinDigits: 7,
  phoneMaxDigits: 20,
} as const;

/** Earliest date of birth accepted, as YYYY-MM-DD. */
export const EARLIEST_BIRTH_DATE = '1900-01-01';

/** Typing this many characters starts an account search (spec section 5). */
export const ACCOUNT_SEARCH_MIN = 3;

/** What the Add Admin User modal offers (spec section 2): 14 fixed sites, and four roles under the names shown. */
export const ADD_USER_SITES = Array.from('ABCDEFGHIJKLMN', (letter) => `Site ${letter}`);
export const ADD_USER_ROLES = [
  { name: 'Admin', value: 'ADMIN' },
  { name: 'Super User', value: 'SUPERUSER' },
  { name: 'Manager', value: 'MANAGER' },
  { name: 'Site User', value: 'SITE_USER' },
] as const satisfies readonly { name: string; value: Role }[];

/** Milliseconds between a success text and what follows it (spec section 9). */
export const DELAYS = {
  afterReferralAdded: 1_500,
  afterWrite: 1_000,
  afterPasswordReset: 2_000,
} as const;

/** Minutes without anyone there until a person is signed out; 0 never does it. */
export const IDLE_MINUTES = { usual: 15, max: 1_440 } as const;
/** Seconds before that from which on a person is warned. */
export const IDLE_WARNING = 60;

/** The product's own colour, for which src/theme/tokens.css has others chosen by hand; a provider may give one. */
export const OWN_BRAND_COLOR = '#0b5a66';

/** The keys that leave a public page at once: how many times Escape, and within how many milliseconds. */
export const QUICK_EXIT = {
  presses: 3,
  within: 2_000,
  address: 'https://www.weather.gov/',
} as const;

/** How long a toast stays, in milliseconds (spec section 9). */
export const TOASTS = { usual: 5_000, siteChanged: 1_000, siteNotDeleted: 1_500 } as const;

/** Selects (spec section 9): milliseconds, pixels, options a page key passes over, and how many may be chosen. */
export const SELECTS = {
  closeAfterBlur: 250,
  menuMaxHeight: 300,
  menuMinHeight: 140,
  pageSize: 5,
  /** Means: as many as one likes. */
  unlimited: -1,
} as const;

/** Rows a page in the site list (spec section 9). */
export const SITE_LIST_PAGE_SIZE = 30;

/** The year in the footer (spec section 2). */
export const COPYRIGHT_YEAR = 2024;
