/** Settings from the environment, parsed once at start. A bad value stops the start with an error that names the setting. */
import { isAbsolute, resolve } from 'node:path';
import { z } from 'zod';
import { isColor } from '../../contract/brandColor';
import { isTimeZone } from '../../contract/calendar';
import { LENGTHS, QUICK_EXIT } from '../../contract/constants';
import {
  DEFAULT_BRAND_COLOR,
  DELETED_DAYS,
  IDLE_MINUTES,
  RESPONSE_DAYS_MAX,
} from '../../contract/settingLimits';
import { ADD_USER_SITES } from '../../contract/staffConstants';
import { emailSchema } from '../../contract/entities/text';
import { isDomain } from './hostNames';
import { findMistypedSettings } from './settingNames';
import { SETTINGS_FILE_VARIABLE } from './settingsFile';
import {
  databaseUrl,
  dataDir,
  holidays,
  host,
  hostInUrl,
  line,
  link,
  mailFrom,
  morningHour,
  origins,
  publicUrl,
  setting,
  siteNames,
  smtpUrl,
  textSetting,
  timeZone,
  trustProxy,
  webAddress,
  wholeNumber,
  booleanSetting,
} from './settingValues';
import { isWeakSecret } from './weakSecret';

/** The product's name, until a provider sets its own. */
export const DEFAULT_BRAND_NAME = 'Referral Desk';
/** The HMAC key must have at least as many bits as the hash. */
const SECRET_MIN = 32;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Plain text, empty by default. `\n` also becomes a line break: some environment files allow no other spelling. */
const plainText = (max: number) =>
  setting(`must have at most ${max} characters`, (given) => {
    const text = given.replaceAll('\\n', '\n').replace(/\r\n?/g, '\n').trim();
    return text.length <= max ? text : undefined;
  }).default('');
/** The terms that users agree to. */
const termsText = plainText(LENGTHS.terms);
/** A line about the provider on the landing page. */
const providerText = plainText(LENGTHS.providerText);

const environmentSchema = z.object({
  HOST: host.default('127.0.0.1'),
  PORT: wholeNumber(0, 65_535).default(3000),
  DATA_DIR: dataDir.default('./data'),
  DATABASE_URL: databaseUrl.optional(),
  PREPARED_STATEMENTS: booleanSetting.default(true),
  PUBLIC_URL: publicUrl.optional(),
  SUPERUSER_EMAIL: setting(
    'must be an e-mail address, such as head@example.org',
    (text) => emailSchema.safeParse(text).data,
  ).default('superuser@example.org'),
  /** Validated only by the first start, which uses it: a leftover value must not stop a later start. */
  SUPERUSER_PASSWORD: z.string().optional(),
  PASSWORD_MIN_LENGTH: wholeNumber(LENGTHS.passwordMin, 64).default(LENGTHS.passwordMin),
  IDLE_MINUTES: wholeNumber(0, IDLE_MINUTES.max).default(IDLE_MINUTES.usual),
  SMTP_URL: smtpUrl.optional(),
  SMTP_ALLOW_PLAINTEXT: booleanSetting.default(false),
  MAIL_FROM: mailFrom.optional(),
  /** The sender of emails about news (newsSender.ts). */
  MAIL_FROM_NOTICE: mailFrom.optional(),
  JWT_SECRET: textSetting(
    `must be at least ${SECRET_MIN} random characters, neither a pattern nor an example of a guide: set what \`openssl rand -base64 48\` prints, the same for all processes`,
    (text) => text.length >= SECRET_MIN && !isWeakSecret(text),
  ).optional(),
  TRUST_PROXY: trustProxy.default(false),
  ALLOWED_ORIGINS: origins.default([]),
  ACCOUNT_LIMIT_FACTOR: wholeNumber(1, 1_000_000).default(1),
  LOG_LEVEL: setting(`must be one of ${LOG_LEVELS.join(', ')}`, (text) =>
    LOG_LEVELS.find((level) => level === text),
  ).default('info'),
  API_URL: webAddress.optional(),
  BRAND_NAME: line.default(DEFAULT_BRAND_NAME),
  BRAND_COLOR: textSetting('must be a colour such as #0b5a66', isColor).default(
    DEFAULT_BRAND_COLOR,
  ),
  LOGO_URL: link.default('/logo.svg'),
  LEARN_MORE_URL: link.default('https://findtreatment.gov/'),
  ABOUT_URL: link.optional(),
  /** Not a path: it leads to another site. */
  EXIT_URL: webAddress.default(QUICK_EXIT.address),
  SUPPORT_PHONE: textSetting(
    `must have at most ${LENGTHS.phone} characters`,
    (text) => text.length <= LENGTHS.phone,
  ).default(''),
  FIXED_SITES: siteNames.default(ADD_USER_SITES),
  SUPPORT_HOURS: providerText,
  SUPPORT_HOURS_ES: providerText,
  SUPPORT_ADDRESS: providerText,
  /** Business days until the provider contacts a referred person; 0 promises no time. */
  RESPONSE_DAYS: wholeNumber(0, RESPONSE_DAYS_MAX).default(0),
  TIME_ZONE: timeZone.optional(),
  /** Days that are no business days. */
  HOLIDAYS: holidays.default([]),
  /** Failed attempts after which 'More Info Needed' is offered. */
  FAILED_ATTEMPTS: wholeNumber(1, 20).default(3),
  /** When the morning mail is sent. */
  MORNING_MAIL: morningHour.default('07:00'),
  /** Days for which a deleted referral can be put back. */
  DELETED_DAYS: wholeNumber(1, DELETED_DAYS.max).default(DELETED_DAYS.usual),
  PROMISE_FREE: providerText,
  PROMISE_FREE_ES: providerText,
  PROMISE_READERS: providerText,
  PROMISE_READERS_ES: providerText,
  PROMISE_NEXT: providerText,
  PROMISE_NEXT_ES: providerText,
  TERMS_TEXT: termsText,
  TERMS_TEXT_ES: termsText,
});

export type Settings = Readonly<
  Omit<
    z.output<typeof environmentSchema>,
    'PUBLIC_URL' | 'ABOUT_URL' | 'MAIL_FROM' | 'TIME_ZONE'
  > & {
    /** Where users reach the app, without a final slash; links in mails begin with it. */
    PUBLIC_URL: string;
    /** PUBLIC_URL as configured; empty when it is not set, because a browser's own address is then the better guess. */
    GIVEN_URL: string;
    /** The time zone of the provider's days: the machine's, unless set. */
    TIME_ZONE: string;
    /** TIME_ZONE as configured; empty when it is not set. */
    GIVEN_TIME_ZONE: string;
    /** A page about the provider; LEARN_MORE_URL unless set. */
    ABOUT_URL: string;
    /** The sender of mails; its name is BRAND_NAME unless another is set. */
    MAIL_FROM: { name: string; address: string };
  }
>;

/** The path of our own API. */
export const API_PREFIX = '/api';

/** Returns the settings that the web app reads at start (src/app/settings.ts). Anyone can read them. */
export const toPublicSettings = (settings: Settings) => ({
  apiUrl: settings.API_URL ?? API_PREFIX,
  brandName: settings.BRAND_NAME,
  brandColor: settings.BRAND_COLOR,
  logoUrl: settings.LOGO_URL,
  learnMoreUrl: settings.LEARN_MORE_URL,
  aboutUrl: settings.ABOUT_URL,
  exitUrl: settings.EXIT_URL,
  publicUrl: settings.GIVEN_URL,
  supportPhone: settings.SUPPORT_PHONE,
  supportHours: settings.SUPPORT_HOURS,
  supportHoursEs: settings.SUPPORT_HOURS_ES,
  supportAddress: settings.SUPPORT_ADDRESS,
  responseDays: settings.RESPONSE_DAYS,
  timeZone: settings.TIME_ZONE,
  promiseFree: settings.PROMISE_FREE,
  promiseFreeEs: settings.PROMISE_FREE_ES,
  promiseReaders: settings.PROMISE_READERS,
  promiseReadersEs: settings.PROMISE_READERS_ES,
  promiseNext: settings.PROMISE_NEXT,
  promiseNextEs: settings.PROMISE_NEXT_ES,
  passwordMinLength: settings.PASSWORD_MIN_LENGTH,
  idleMinutes: settings.IDLE_MINUTES,
  fixedSites: settings.FIXED_SITES,
  termsText: settings.TERMS_TEXT,
  termsTextEs: settings.TERMS_TEXT_ES,
});

/** The names of all settings, for the test of the docs. */
export const SETTING_NAMES = Object.keys(environmentSchema.shape);

/** Settings whose empty value differs from no value: an empty list differs from the default list. */
const MAY_BE_EMPTY: ReadonlySet<string> = new Set(['FIXED_SITES']);

/**
 * Parses the settings of an environment. An empty or blank value counts as not set, except in MAY_BE_EMPTY.
 * @throws Error that lists every bad setting by name, never its value
 */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  const given = Object.fromEntries(
    Object.entries(environment).filter(
      ([name, value]) => value !== undefined && (value.trim() !== '' || MAY_BE_EMPTY.has(name)),
    ),
  );
  const parsed = environmentSchema.safeParse(given);
  const mistyped = findMistypedSettings(Object.keys(given), [
    ...SETTING_NAMES,
    SETTINGS_FILE_VARIABLE,
  ]);
  if (!parsed.success || mistyped.length > 0) {
    const lines = [
      ...mistyped.map(([name, meant]) => `  ${name}: is not a setting. Did you mean ${meant}?`),
      ...(parsed.error?.issues ?? []).map(({ path, message }) => `  ${path.join('.')}: ${message}`),
    ];
    throw new Error(`These settings are not usable:\n${lines.join('\n')}`);
  }
  const settings = parsed.data;
  const publicAddress =
    settings.PUBLIC_URL ?? `http://${hostInUrl(settings.HOST)}:${settings.PORT}`;
  return {
    ...settings,
    DATA_DIR: isAbsolute(settings.DATA_DIR) ? settings.DATA_DIR : resolve(settings.DATA_DIR),
    ABOUT_URL: settings.ABOUT_URL ?? settings.LEARN_MORE_URL,
    PUBLIC_URL: publicAddress.replace(/\/+$/, ''),
    GIVEN_URL: (settings.PUBLIC_URL ?? '').replace(/\/+$/, ''),
    TIME_ZONE: settings.TIME_ZONE ?? machineTimeZone(),
    GIVEN_TIME_ZONE: settings.TIME_ZONE ?? '',
    MAIL_FROM: {
      name: settings.MAIL_FROM?.name || settings.BRAND_NAME,
      address: settings.MAIL_FROM?.address ?? `no-reply@${mailDomain(publicAddress)}`,
    },
  };
}

/** The machine's time zone; UTC if it has no name, as with an empty TZ or an offset in it. */
function machineTimeZone(): string {
  const { timeZone: name = '' } = Intl.DateTimeFormat().resolvedOptions() as { timeZone?: string };
  return isTimeZone(name) ? name : 'UTC';
}

/** The domain of the public address, or example.org: few mail servers accept mail from an address that is only numbers. */
function mailDomain(address: string): string {
  const { hostname } = new URL(address);
  return isDomain(hostname) ? hostname : 'example.org';
}
