/** The tables. Wire spelling for the columns that travel; ids are opaque texts made by the server. */
import { type SQL, sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { REFERRAL_STATUSES, ROLES, SEXES, HOLD_REASONS } from '../../contract/constants';

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
const now = (name: string) => moment(name).notNull().defaultNow();

export const SITE_KINDS = ['ordinary', 'probation', 'unlisted'] as const;
export const EMAIL_KINDS = [
  'approved',
  'resetLink',
  'registeredAlready',
  'passwordChanged',
  'loginStopped',
  'confirmEmail',
  'setPassword',
] as const;
/** What a link by mail that lets its reader set a password was sent for. */
export const RESET_PURPOSES = ['reset', 'confirmEmail', 'setPassword'] as const;
export const ACCOUNT_STATES = ['pending', 'active', 'deactivated'] as const;
export const AUDIT_OUTCOMES = ['done', 'refused'] as const;

/**
 * What `account.sessions_valid_from` is set to. The clock, not the transaction's beginning: a session begun while the
 * transaction waited for its turn must count as older.
 */
export const REVOKE_SESSIONS_NOW = sql`clock_timestamp()`;

/** A text as it is searched for (migration 0008): whoever types 'jose' means 'José' as well, and blanks count once. */
export const searched = (value: SQL) => sql<string>`searched(${value})`;

export const site = pgTable(
  'site',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    /** Which rule of the product hangs on it; decided here, never by a name that was sent. */
    kind: text('kind', { enum: SITE_KINDS }).notNull().default('ordinary'),
    /** Grows with every change. */
    version: integer('version').notNull().default(1),
    created_at: now('created_at'),
    /** Set when deleted: it leaves the lists, its referrals keep its name. */
    deleted_at: moment('deleted_at'),
  },
  (table) => [
    uniqueIndex('site_live_name')
      .on(sql`lower(${table.name})`)
      .where(sql`${table.deleted_at} is null`),
  ],
);

export const county = pgTable('county', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
});

export const account = pgTable(
  'account',
  {
    id: text('id').primaryKey(),
    fullname: text('fullname').notNull(),
    /** The e-mail: trimmed, NFC, lower case. */
    username: text('username').notNull(),
    /** Null: no password works until the owner sets one by a link that was mailed. */
    password_hash: text('password_hash'),
    /** Whether the password was generated at the terminal and not replaced since. */
    password_generated: boolean('password_generated').notNull().default(false),
    /** When somebody proved to read the mailbox, by a link that was mailed there; null before. */
    email_confirmed_at: moment('email_confirmed_at'),
    role: text('role', { enum: ROLES }).notNull(),
    /** `approved` on the wire means active; pending and deactivated are told apart only here. */
    state: text('state', { enum: ACCOUNT_STATES }).notNull(),
    created_referrals_only: boolean('created_referrals_only').notNull().default(false),
    /** The referral this account was made for. */
    referral_id: text('referral_id'),
    /** What the person chose on the screens last; null before they were seen there. Letters begin with it. */
    language: text('language'),
    /** Sessions and reset links from before this are dead: set when an account is shut out or its password changes. */
    sessions_valid_from: now('sessions_valid_from'),
    /** Grows with every change that super users see. */
    version: integer('version').notNull().default(1),
    created_at: now('created_at'),
    updated_at: now('updated_at'),
  },
  (table) => [
    uniqueIndex('account_username').on(table.username),
    uniqueIndex('account_referral').on(table.referral_id),
    index('account_by_name').on(table.fullname, table.id),
    index('account_by_state').on(table.state, table.created_at, table.id),
    index('account_by_text').using(
      'gin',
      sql`(${searched(sql`${table.fullname} || ' ' || ${table.username}`)}) gin_trgm_ops`,
    ),
  ],
);

/** Whether somebody has proved to read the account's mailbox. */
export const isEmailConfirmed = sql<boolean>`${account.email_confirmed_at} is not null`;

export const account_site = pgTable(
  'account_site',
  {
    account_id: text('account_id')
      .notNull()
      .references(() => account.id),
    site_id: text('site_id')
      .notNull()
      .references(() => site.id),
  },
  (table) => [
    primaryKey({ columns: [table.account_id, table.site_id] }),
    index('account_site_by_site').on(table.site_id),
  ],
);

export const referral = pgTable(
  'referral',
  {
    id: text('id').primaryKey(),
    tracking_id: text('tracking_id').notNull(),
    site_id: text('site_id')
      .notNull()
      .references(() => site.id),
    substance: text('substance').array().notNull(),
    first_name: text('first_name').notNull(),
    last_name: text('last_name').notNull(),
    /** Both, as they are searched for; kept by the database. */
    name_searched: text('name_searched').generatedAlwaysAs(
      sql`searched(first_name || ' ' || last_name)`,
    ),
    contact_number: text('contact_number').notNull(),
    contact_digits: text('contact_digits').notNull(),
    sex: text('sex', { enum: SEXES }).notNull(),
    dob: date('dob', { mode: 'string' }).notNull(),
    notes: text('notes'),
    status: text('status', { enum: REFERRAL_STATUSES }).notNull(),
    mediCal: text('medi_cal'),
    mediCal_county: text('medi_cal_county').references(() => county.id),
    probation_name: text('probation_name'),
    probation_phone: text('probation_phone'),
    probation_email: text('probation_email'),
    /** Who filed it; null for a guest. */
    created_by: text('created_by').references(() => account.id),
    /** Who a super user made its referrer. */
    assigned_to: text('assigned_to').references(() => account.id),
    /** Who is shown as 'Referred By', empty for a guest; kept by the database. */
    referrer_id: text('referrer_id').generatedAlwaysAs(sql`coalesce(assigned_to, created_by, '')`),
    entry_date: now('entry_date'),
    updated_at: now('updated_at'),
    /** Set apart as suspected spam, and why: kept, but in no ordinary list until a super user releases it. */
    suspected: text('suspected', { enum: HOLD_REASONS }),
    /** Grows with every change. */
    version: integer('version').notNull().default(1),
    deleted_at: moment('deleted_at'),
  },
  (table) => {
    const live = sql`${table.deleted_at} is null and ${table.suspected} is null`;
    const { site_id, status, sex, entry_date, id } = table;
    return [
      uniqueIndex('referral_tracking_id').on(table.tracking_id),
      index('referral_suspected')
        .on(entry_date, id)
        .where(sql`${table.deleted_at} is null and ${table.suspected} is not null`),
      // Each a range that is read backwards, "newest first", as far as one page needs it (features/referrals/rangeRepository.ts).
      index('referral_newest').on(entry_date, id).where(live),
      index('referral_by_status').on(status, sex, entry_date, id).where(live),
      index('referral_by_site').on(site_id, entry_date, id).where(live),
      index('referral_by_site_status').on(site_id, status, sex, entry_date, id).where(live),
      index('referral_by_creator').on(table.created_by, entry_date, id).where(live),
      index('referral_by_referrer').on(table.referrer_id, entry_date, id).where(live),
      // A pending list would have to be read whole by every search.
      index('referral_name_search')
        .using('gin', sql`string_to_array(${table.name_searched}, ' ')`)
        .with({ fastupdate: false })
        .where(live),
      index('referral_tracking_search')
        .on(sql`replace(${table.tracking_id}, '-', '') text_pattern_ops`)
        .where(live),
      index('referral_phone_search')
        .using('gin', sql`${table.contact_digits} gin_trgm_ops`)
        .with({ fastupdate: false })
        .where(live),
    ];
  },
);

/**
 * Every word of every name, once, and how many referrals had it when they came, counted as far as it matters. What a search
 * asks for is looked up here first; kept by a trigger (migration 0008).
 */
export const name_word = pgTable(
  'name_word',
  { word: text('word').primaryKey(), seen: integer('seen').notNull() },
  (table) => [
    index('name_word_search').using('gin', sql`${table.word} gin_trgm_ops`),
    // For texts too short to hold three characters.
    index('name_word_pieces').using('gin', sql`pieces(${table.word})`),
  ],
);

const tallied = {
  site_id: text('site_id').notNull(),
  is_guest: boolean('is_guest').notNull(),
  status: text('status', { enum: REFERRAL_STATUSES }).notNull(),
  sex: text('sex', { enum: SEXES }).notNull(),
  is_suspected: boolean('is_suspected').notNull(),
  count: integer('count').notNull(),
};

/**
 * How many referrals there are of each kind, at each site and, where `site_id` is empty, at all; but for the changes that were
 * not added yet: the next table.
 */
export const referral_tally = pgTable('referral_tally', tallied, (table) => [
  primaryKey({
    columns: [table.site_id, table.is_guest, table.status, table.sex, table.is_suspected],
  }),
]);

/**
 * What a write adds to those counts or takes from them: rows of their own, so that writers do not wait for each other. Kept
 * by a trigger (migration 0008), added up now and then.
 */
export const referral_tally_change = pgTable('referral_tally_change', {
  id: uuid('id').primaryKey().defaultRandom(),
  ...tallied,
});

export const session = pgTable(
  'session',
  {
    id: text('id').primaryKey(),
    account_id: text('account_id')
      .notNull()
      .references(() => account.id),
    /** How often the refresh token was exchanged; the token itself is not stored. */
    counter: integer('counter').notNull().default(0),
    remember: boolean('remember').notNull(),
    created_at: now('created_at'),
    rotated_at: now('rotated_at'),
    revoked_at: moment('revoked_at'),
  },
  (table) => [index('session_by_account').on(table.account_id)],
);

/** Links by mail that let their reader set a password. */
export const password_reset = pgTable(
  'password_reset',
  {
    /** SHA-256 of the token, hex. */
    token_hash: text('token_hash').primaryKey(),
    account_id: text('account_id')
      .notNull()
      .references(() => account.id),
    purpose: text('purpose', { enum: RESET_PURPOSES }).notNull().default('reset'),
    /** What a registration said, for the account once its mailbox is proved; null for other purposes. */
    fullname: text('fullname'),
    site_ids: text('site_ids').array(),
    created_at: now('created_at'),
    /** Set when used, or made void by a newer one. */
    ended_at: moment('ended_at'),
  },
  (table) => [index('password_reset_by_account').on(table.account_id)],
);

/**
 * The audit trail. The database itself numbers each entry without gaps, chains it to the one before by `hash`, and refuses
 * to change or delete any (migration 0005): what is left out or altered shows.
 */
export const audit_event = pgTable(
  'audit_event',
  {
    /** 1, 2, 3 …; given by the database, whatever is inserted. */
    id: bigint('id', { mode: 'number' }).primaryKey().default(0),
    at: now('at'),
    /** The account that acted; null for a visitor. */
    actor_id: text('actor_id'),
    /** The call, such as 'updateReferral'. */
    action: text('action').notNull(),
    /** The records acted on or shown; never a value of them. */
    record_ids: text('record_ids').array().notNull().default([]),
    outcome: text('outcome', { enum: AUDIT_OUTCOMES }).notNull(),
    ip: text('ip').notNull(),
    /** SHA-256, hex, over the hash before and this entry; given by the database. */
    hash: text('hash').notNull().default(''),
  },
  (table) => [
    index('audit_by_actor').on(table.actor_id, table.at, table.id),
    index('audit_by_time').on(table.at, table.id),
    index('audit_by_record').using('gin', table.record_ids),
  ],
);

/** The number and hash of the newest entry: one row, which entries take turns on. */
export const audit_head = pgTable('audit_head', {
  one: boolean('one').primaryKey().default(true),
  id: bigint('id', { mode: 'number' }).notNull(),
  hash: text('hash').notNull(),
});

/** When the owner of an e-mail was last told that someone tried to register with it. */
export const registration_notice = pgTable('registration_notice', {
  account_id: text('account_id')
    .primaryKey()
    .references(() => account.id),
  told_at: now('told_at'),
});

/** How often something was done by one address: a row for each limit and address, until its window ends. */
export const limit_window = pgTable(
  'limit_window',
  {
    /** A keyed hash of the limit's name and the address, so that no address can be read or guessed from it. */
    key: text('key').primaryKey(),
    count: integer('count').notNull(),
    /** Whether the audit trail knows that it was reached. */
    is_told: boolean('is_told').notNull().default(false),
    ends_at: moment('ends_at').notNull(),
  },
  (table) => [index('limit_window_ended').on(table.ends_at)],
);

/**
 * Wrong passwords, by e-mail and address or device: a row for each pair, and one for the e-mail from anywhere, whose address is
 * empty. All are keyed hashes; an e-mail nobody has is treated like any other.
 */
export const login_guard = pgTable(
  'login_guard',
  {
    email_key: text('email_key').notNull(),
    address_key: text('address_key').notNull(),
    /** Wrong passwords since the window began. */
    failures: integer('failures').notNull().default(0),
    window_ends_at: moment('window_ends_at'),
    /** Until then even the right password is refused. */
    delayed_until: moment('delayed_until'),
    /** Wrong passwords since the last right one; counted in the row of the e-mail, and of a device. */
    consecutive: integer('consecutive').notNull().default(0),
    /** Not used since devices are marked by a cookie (docs/decisions/0024-login-throttling.md). */
    known_since: moment('known_since'),
    /** Forgotten then; null while logging in is stopped. */
    expires_at: moment('expires_at'),
  },
  (table) => [
    primaryKey({ columns: [table.email_key, table.address_key] }),
    index('login_guard_expired').on(table.expires_at),
  ],
);

/** The outbox: letters that were not sent yet. */
export const mail = pgTable(
  'mail',
  {
    id: text('id').primaryKey(),
    kind: text('kind', { enum: EMAIL_KINDS }).notNull(),
    /** Whom it is for; the address is as it was when the letter was written. */
    account_id: text('account_id').notNull(),
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull(),
    body: text('body').notNull(),
    html: text('html').notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** Put ahead while someone is sending it, so that nobody else does. */
    next_attempt_at: now('next_attempt_at'),
    /** Given up then. */
    expires_at: moment('expires_at').notNull(),
    created_at: now('created_at'),
  },
  (table) => [
    index('mail_due').on(table.next_attempt_at),
    index('mail_by_account').on(table.account_id, table.kind),
  ],
);

/**
 * What was added once and must not be added again by a repeat of the same request (features/submissions). Nothing in it can be
 * turned back into what was sent.
 */
export const submission = pgTable(
  'submission',
  {
    /** A keyed hash: of a key that came along and whose it is; or of who sent what, for repeats without the same key. */
    name: text('name').primaryKey(),
    /** A keyed hash of what was sent. */
    payload: text('payload').notNull(),
    /** What was answered, as JSON. */
    answer: text('answer').notNull(),
    /** What was added, as long as a repeat without the same key counts as one of it; null for a key. */
    record_id: text('record_id'),
    expires_at: moment('expires_at').notNull(),
  },
  (table) => [
    index('submission_expired').on(table.expires_at),
    index('submission_by_record').on(table.record_id),
  ],
);
