/**
 * The numbers and fixed lists of the staff's screens and of the server (spec sections 3, 4 and 9, and the server's own limits).
 * Visitors do not download them: what their pages use is in constants.ts.
 */
import type { Role } from './constants';

/** Referral status values (spec section 4); the first is the default. */
export const REFERRAL_STATUSES = [
  'Pending',
  'Processed',
  'Declined Services',
  'More Info Needed',
] as const;
export type ReferralStatus = (typeof REFERRAL_STATUSES)[number];
export const DEFAULT_REFERRAL_STATUS: ReferralStatus = 'Pending';

/** The status of a referral that ended without services. It alone has a reason. */
export const ENDED_STATUS: ReferralStatus = 'Declined Services';

/** Why a referral ended: the person's reasons, and then the provider's. Reports keep them apart. */
export const PERSON_END_REASONS = [
  'notNow',
  'elsewhere',
  'anotherProvider',
  'moved',
  'didNotSay',
] as const;
export const PROVIDER_END_REASONS = ['notReached', 'notOffered', 'noPlace', 'duplicate'] as const;
export const END_REASONS = [...PERSON_END_REASONS, ...PROVIDER_END_REASONS] as const;
export type EndReason = (typeof END_REASONS)[number];

/** Why a referral was deleted. */
export const DELETE_REASONS = ['sentTwice', 'byMistake', 'asked', 'test', 'spam', 'other'] as const;
export type DeleteReason = (typeof DELETE_REASONS)[number];

/** Maximum length of the sentence beside such a reason, in characters. */
export const REASON_NOTE_MAX = 300;

/**
 * Why a guest's referral is held: the honeypot field has a value, the form was completed too fast, or too many referrals
 * arrived.
 */
export const HOLD_REASONS = ['trap', 'haste', 'flood'] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];

/** How a consent ended, or why one that was asked for was not given. */
export const CONSENT_ENDINGS = ['revoked', 'declined', 'expired', 'birthday'] as const;
export type ConsentEnding = (typeof CONSENT_ENDINGS)[number];

/**
 * Why staff must confirm a consent before it counts again: the account of the recipient was renamed or deactivated, the referral
 * was deleted, or the data were restored.
 */
export const CONSENT_SUSPENSIONS = ['recipient', 'deleted', 'restored'] as const;

/** How an answer leaves. */
export const DISCLOSURE_CHANNELS = [
  'page',
  'lookUp',
  'notice',
  'phone',
  'inPerson',
  'print',
  'letter',
  'export',
] as const;
export type DisclosureChannel = (typeof DISCLOSURE_CHANNELS)[number];
/** Those of them by which staff say an answer themselves. */
export const SPOKEN_CHANNELS = ['phone', 'inPerson'] as const satisfies DisclosureChannel[];
/** Those by which staff give one. */
export const GIVEN_CHANNELS = [...SPOKEN_CHANNELS, 'letter'] as const;

/** Lengths of a consent's texts, in characters. */
export const CONSENT_LENGTHS = { name: 200, address: 300, purpose: 300, note: 300 } as const;
/** For so many years an accounting of disclosures reaches back (42 CFR § 2.25). */
export const ACCOUNTING_YEARS = 3;

/** The page of a device that was handed over works so many minutes. */
export const SIGNING_MINUTES = 15;
/** The width and height of the field in which a signature is drawn; its points are whole numbers within. */
export const DRAWING_SIZE = { width: 600, height: 160 } as const;
/** At most so many lines, and so many points in each. */
export const DRAWING_LIMITS = { lines: 60, points: 200 } as const;

/** Why our server refuses to sign, to confirm or to use a consent; the screens have their own text for each. */
export const CONSENT_REFUSALS = {
  ended: 'This consent has ended. It cannot come back: ask for a new one.',
  signed: 'This consent is signed already. A change is a new consent.',
  notHandedOver: 'This device is not handed over any more. Nothing was stored.',
  answerChanged: 'What may be said has changed in the meantime. Nothing was stored.',
} as const;

/** Faults of the installation. Super users see a notice while a fault lasts. */
export const OPERATIONAL_NOTICES = [
  'proxyNotTrusted',
  'diskFull',
  'databaseReadOnly',
  'clockDiffers',
  'guestsHeld',
  'holidaysEnd',
] as const;
export type OperationalNotice = (typeof OPERATIONAL_NOTICES)[number];
/** The operational notices, what waits for a super user's decision, and those about a single account. */
export const NOTICE_CODES = [
  ...OPERATIONAL_NOTICES,
  'sitesUndecided',
  'consentsRestored',
  'generatedPassword',
] as const;

/** The steps of the first day, in the order of the checklist. */
export const SETUP_STEPS = ['sites', 'settings', 'mail', 'manager', 'referral', 'poster'] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

/**
 * The result of a test email: `sent` if the mail server accepted it, otherwise the reason. `notConfigured`: SMTP_URL is not
 * set.
 */
export const EMAIL_TEST_OUTCOMES = [
  'sent',
  'notConfigured',
  'hostUnknown',
  'unreachable',
  'noAnswer',
  'notEncrypted',
  'certificate',
  'wrongLogin',
  'refused',
  'failed',
] as const;
export type EmailTestOutcome = (typeof EMAIL_TEST_OUTCOMES)[number];

/** The states of an account (spec section 4, "Account"): it may log in while it is `active`. */
export const ACCOUNT_STATES = ['pending', 'active', 'deactivated'] as const;
export type AccountState = (typeof ACCOUNT_STATES)[number];

/** Email confirmation of a pending account; `unavailable` where the server delivers no mail that could confirm it. */
export const EMAIL_CONFIRMATION_STATES = ['confirmed', 'awaited', 'unavailable'] as const;
export type EmailConfirmationState = (typeof EMAIL_CONFIRMATION_STATES)[number];

/** Why our server refuses to add or change an account; the screens have their own text for each. */
export const ACCOUNT_REFUSALS = {
  emailTaken: 'Email already registered',
  hasAccount: 'This referral has an account already',
  parentsLogin:
    'This login is of a parent and has stopped. It cannot become the login of the person.',
  deactivated: 'The account is deactivated',
  oneself: 'You cannot deactivate yourself',
  lastSuperuser: 'The last super user cannot be deactivated',
  referralDeleted: 'The referral of this account was deleted',
  noPassword:
    'No password was chosen yet. Set up email first, so that a link to choose one can be sent.',
} as const;

/** Why our server refuses to add, rename or restore a site; the screens have their own text for each. */
export const SITE_REFUSALS = {
  nameTaken: 'Site already exists',
  nameDeleted: 'A deleted site has this name. A super user can bring it back under Sites.',
  protected: 'This site is part of the referral form and cannot be changed',
} as const;

/** Our server's refusal of a change to a record that has changed since the client read it. */
export const STALE_DETAIL = 'Someone else has changed this in the meantime. Nothing was saved.';

/** The schools of a super user, who has access to all sites (spec section 3, "User account"). */
export const ALL_SCHOOLS = [{ id: 'all', site: 'all' }] as const;

/** Rows per page, by list (spec section 9); an account search returns at most one page. */
export const PAGE_SIZE = {
  mine: 25,
  pending: 25,
  accounts: 25,
  accountSearch: 50,
  filtered: 50,
} as const;

/** The fields by which possible duplicates are found: two of them are the same. Named like the fields of a referral. */
export const DUPLICATE_FIELDS = ['name', 'dob', 'contact_number'] as const;
export type DuplicateField = (typeof DUPLICATE_FIELDS)[number];

/** The limits of the calls for possible duplicates. */
export const DUPLICATE_LIMITS = {
  /** Maximum number of referrals in one request: a page of any list. */
  asked: 100,
  /** Maximum number of possible duplicates in the response for each. */
  shown: 5,
} as const;

/** The limits of the call for other referrals of a person. */
export const SAME_PERSON_LIMITS = {
  /** Maximum number of referrals in the response. */
  shown: 20,
  /** Maximum number of matches that are put in order: there are more only of invented names. */
  sorted: 500,
} as const;

/** Maximum number of names that are suggested for a search that found nobody. */
export const SIMILAR_NAMES = 5;

/** The sort fields of the worklist. 'waiting' lists open referrals first in either direction, with 'desc' the longest waiting on top. */
export const WORKLIST_SORTS = ['entry_date', 'waiting', 'name', 'site', 'status'] as const;
export type WorklistSort = (typeof WORKLIST_SORTS)[number];

/** Statuses of a referral that still waits for the provider. */
export const OPEN_STATUSES: readonly ReferralStatus[] = ['Pending', 'More Info Needed'];

/** What a super user may mark a site as: part of the provider's program, or outside of it. */
export const SITE_MARKS = ['ours', 'outside'] as const;
export type SiteMark = (typeof SITE_MARKS)[number];

/** Filters by owner other than an account's id. `left` finds open referrals whose owner left, or may own no more. */
export const OWNER_FILTERS = { mine: 'me', nobody: 'nobody', left: 'left' } as const;
/** Those of them that a tab chooses. */
export const OWNER_TABS: readonly string[] = [OWNER_FILTERS.mine, OWNER_FILTERS.nobody];

/** Who set the days to call back that a filter finds: those who may not do so everywhere. */
export const FOLLOW_UP_SETTERS = ['managers'] as const;

/** The kinds of history events that are stored. */
export const EVENT_KINDS = [
  'status',
  'intakeNote',
  'referrer',
  'owner',
  'corrected',
  'note',
  'released',
  'followUp',
  'parentNotContacted',
  'deleted',
  'putBack',
  'notSamePerson',
] as const;
/** The kinds of events in a history. Those that are not stored as events are derived from other records. */
export const HISTORY_KINDS = ['received', ...EVENT_KINDS, 'attempt', 'loginCreated'] as const;
export type HistoryKind = (typeof HISTORY_KINDS)[number];
/** Maximum number of reads in a history, newest first. */
export const HISTORY_READS = 50;

/** Whose referrals the list of today shows: the caller's own and nobody's, or all. */
export const TODAY_VIEWS = ['mine', 'everyone'] as const;
/** The two parts of that list: what is due, and what is open from before the upgrade. */
export const TODAY_GROUPS = ['due', 'fromBefore'] as const;

/** The actions on many referrals at once. `release` and `delete` are for held referrals. */
export const BULK_ACTIONS = ['status', 'owner', 'followUp', 'release', 'delete'] as const;
export type BulkAction = (typeof BULK_ACTIONS)[number];
/**
 * The outcome for each referral of a bulk change. `done`: changed. `unchanged`: it had the requested value already. `stale`:
 * changed by someone else since the caller read it. `missing`: deleted, out of the caller's scope, or not held when the action
 * requires it (or the reverse).
 */
export const BULK_OUTCOMES = ['done', 'unchanged', 'stale', 'missing'] as const;
export type BulkOutcome = (typeof BULK_OUTCOMES)[number];
/** Maximum number of referrals in one call, which is one transaction, and in a person's selection. */
export const BULK_LIMITS = { perCall: 100, selected: 1_000 } as const;

/** The paging limits of the server. */
export const PAGE_LIMITS = { maxPage: 10_000, maxSize: 100, defaultSize: 50 } as const;

/**
 * The audit list: maximum rows of a response, maximum entries counted (no page lies beyond), maximum records shown per entry,
 * and entries per page, more of them where reads are folded.
 */
export const AUDIT_LIMITS = {
  rows: 100,
  counted: 10_000,
  recordsShown: 25,
  pageSize: 25,
  pageSizeOfAll: 50,
} as const;

/** How the name of each call begins that only reads, and of no other: an index of the audit trail is built on it. */
export const READ_PREFIXES = ['list', 'get', 'count', 'filter', 'search'] as const;

/** Whether an action of the audit trail is a read. */
export const isReadAction = (action: string): boolean =>
  READ_PREFIXES.some((prefix) => action.startsWith(prefix));

/** Actions of the audit trail that are neither reads nor changes. */
export const SESSION_ACTIONS = ['login', 'logout', 'refresh'] as const;

/** An account search starts at this many characters (spec section 5). */
export const ACCOUNT_SEARCH_MIN = 3;

/** Options of the Add Admin User modal (spec section 2): 14 fixed sites, and four roles with their displayed names. */
export const ADD_USER_SITES = Array.from('ABCDEFGHIJKLMN', (letter) => `Site ${letter}`);
export const ADD_USER_ROLES = [
  { name: 'Admin', value: 'ADMIN' },
  { name: 'Super User', value: 'SUPERUSER' },
  { name: 'Manager', value: 'MANAGER' },
  { name: 'Site User', value: 'SITE_USER' },
] as const satisfies readonly { name: string; value: Role }[];

/** Display time of a toast in milliseconds (spec section 9). */
export const TOASTS = { usual: 5_000, siteChanged: 1_000, siteNotDeleted: 1_500 } as const;
/** Milliseconds for which a status change of many referrals can be undone. */
export const UNDO_WINDOW = 10_000;

/** Rows per page of the site list (spec section 9). */
export const SITE_LIST_PAGE_SIZE = 30;
