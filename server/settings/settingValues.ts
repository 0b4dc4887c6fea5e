/** Parsers for single settings. The error for an unusable value says what the setting must be; it is printed after its name. */
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import addressparser from 'nodemailer/lib/addressparser';
import { z } from 'zod';
import { LINK_PATTERN } from '../../contract/settingLimits';
import { isTimeZone, NOON } from '../../contract/calendar';
import { siteNameSchema } from '../../contract/entities/site';
import { sameKey } from '../../contract/textMatching';
import { isDatabaseUrl } from './databaseUrl';

/**
 * A setting that is parsed from text.
 * @param must printed for the operator after the name of a bad setting; never contains its value
 * @param read returns undefined for an unusable value
 */
export const setting = <Value>(must: string, read: (text: string) => Value | undefined) =>
  z.string().transform((text, context) => {
    const value = read(text);
    if (value !== undefined) return value;
    context.addIssue(must);
    return z.NEVER;
  });

/** A setting that is used as given. */
export const textSetting = (must: string, isGood: (text: string) => boolean) =>
  setting(must, (text) => (isGood(text) ? text : undefined));

export const wholeNumber = (min: number, max: number) =>
  setting(`must be a whole number from ${min} to ${max}`, (text) => {
    const number = Number(text);
    return Number.isInteger(number) && number >= min && number <= max ? number : undefined;
  });

export const booleanSetting = setting('must be true or false', (text) =>
  text === 'true' || text === 'false' ? text === 'true' : undefined,
);

const isWebAddress = (text: string) =>
  /^https?:/i.test(text) && LINK_PATTERN.test(text) && URL.canParse(text);

export const webAddress = textSetting(
  'must be an address that begins with http:// or https://',
  isWebAddress,
);

/** The address of a link or an image. */
export const link = textSetting(
  'must be an address that begins with http:// or https://, or a path of this site such as /about',
  (text) => isWebAddress(text) || (text.startsWith('/') && LINK_PATTERN.test(text)),
);

/** The name of a time zone, as browsers spell it. */
export const timeZone = setting(
  'must be the name of a time zone, such as America/Los_Angeles',
  (text) =>
    isTimeZone(text)
      ? new Intl.DateTimeFormat('en-US', { timeZone: text }).resolvedOptions().timeZone
      : undefined,
);

const HOLIDAYS_MUST =
  'must be days such as 2026-12-25, separated by commas, or the path of a file with one day a line';

/** Days, separated by commas, or a file with one day a line; what follows a day or a # there is a remark. */
export const holidays = z.string().transform((text, context) => {
  const isList = /^[\s\d,-]*$/.test(text);
  const lines = isList ? text.split(',') : readLines(text);
  if (!lines) {
    context.addIssue(HOLIDAYS_MUST);
    return z.NEVER;
  }
  const days = lines.map((one) => one.replace(/#.*/, '').trim().split(/\s/)[0] ?? '');
  const bad = days.findIndex((day) => day !== '' && !z.iso.date().safeParse(day).success);
  if (bad === -1) return days.filter((day) => day !== '').toSorted();
  context.addIssue(`${HOLIDAYS_MUST}: ${isList ? 'entry' : 'line'} ${bad + 1} is none`);
  return z.NEVER;
});

/** An hour of the morning, HH:MM. */
export const morningHour = textSetting(
  'must be a time before noon, such as 07:00',
  (text) => z.iso.time({ precision: -1 }).safeParse(text).success && text < NOON,
);

/** The lines of a file; undefined if it cannot be read. */
function readLines(path: string): string[] | undefined {
  try {
    return readFileSync(path.trim(), 'utf8').split(/\r?\n/);
  } catch {
    return undefined;
  }
}

/** Where users reach the app; paths are appended to it. The app itself works only at the root of a host. */
export const publicUrl = textSetting(
  'must be an address such as https://refer.example.org, without a path, password, query (?) or fragment (#)',
  (text) => {
    if (!isWebAddress(text)) return false;
    const { username, password, pathname, search, hash } = new URL(text);
    return username + password + search + hash === '' && pathname === '/';
  },
);

/** A URL has an IPv6 address in brackets. */
export const hostInUrl = (host: string) => (host.includes(':') ? `[${host}]` : host);

export const host = textSetting(
  'must be an address or name of this machine, such as 127.0.0.1, 0.0.0.0 or ::1, without a port',
  (text) => !/[\s/?#@[\]\\]/.test(text) && URL.canParse(`http://${hostInUrl(text)}`),
);

/** A comma-separated list of origins such as https://desk.example.org, each exactly as browsers spell it. */
export const origins = setting(
  'must be origins such as https://desk.example.org, separated by commas',
  (text) => {
    const list = text.split(',').map((origin) => origin.trim());
    const isOrigin = (origin: string) =>
      /^https?:/.test(origin) && URL.canParse(origin) && new URL(origin).origin === origin;
    return list.every(isOrigin) ? list : undefined;
  },
);

/** A comma-separated list of names of sites; empty for none. */
export const siteNames = setting(
  'must be different names of sites, separated by commas, or empty',
  (text) => {
    if (text.trim() === '') return [];
    const names = text.split(',').map((name) => siteNameSchema.safeParse(name).data);
    const isUsable = names.every((name) => name !== undefined);
    const different = new Set(names.map((name) => sameKey(name ?? '')));
    return isUsable && different.size === names.length ? names : undefined;
  },
);

const MOST_PROXIES = 10;
const NETWORK_NAMES = ['loopback', 'linklocal', 'uniquelocal'];

function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const family = isIP(address);
  if (family === 0 || more.length > 0) return NETWORK_NAMES.includes(text);
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
  );
}

/** Fastify takes no network of zero bits: everything is its two halves. */
function halve(network: string): string {
  if (!/\/0+$/.test(network)) return network;
  return network.includes(':') ? '::/1,8000::/1' : '0.0.0.0/1,128.0.0.0/1';
}

/**
 * Which senders' X-Forwarded-For is trusted: a number of proxies, a list of addresses and networks, or 'true' for all senders.
 */
export const trustProxy = setting(
  'must be a number of proxies, or addresses and networks separated by commas',
  (text) => {
    if (text === 'true' || text === 'false') return text === 'true';
    if (/^\d{1,2}$/.test(text) && Number(text) <= MOST_PROXIES) return Number(text);
    const networks = text.split(',');
    if (!networks.every((part) => isNetwork(part.trim()))) return undefined;
    return networks.map((part) => halve(part.trim())).join(',');
  },
);

const LINE_BREAKS = /[\p{Cc}\u2028\u2029]/u;

/** One line: the value goes into the headers of emails, where a line break would begin another header. */
export const line = setting('must be one line', (text) =>
  LINE_BREAKS.test(text.trim()) ? undefined : text.trim(),
);

/** `Name <address>`, or the address alone. */
export const mailFrom = setting('must be an address, or: Name <address>', (text) => {
  if (LINE_BREAKS.test(text.trim())) return undefined;
  const [from, ...more] = addressparser(text, { flatten: true });
  const isOne = from && more.length === 0 && /^[^\s@]+@[^\s@]+$/.test(from.address);
  return isOne ? from : undefined;
});

/** A shell expands ~ and $NAME, a settings file does not: the data would go to a new folder of that name. */
export const dataDir = textSetting(
  'must be a folder such as /var/lib/referral-desk, written out: ~ and $ are not expanded',
  (text) => !text.startsWith('~') && !text.includes('$') && !LINE_BREAKS.test(text),
);

export const databaseUrl = textSetting(
  'must be postgres://user:password@host:port/database; in the password write @ as %40, : as %3A, / as %2F, # as %23, ? as %3F and % as %25',
  isDatabaseUrl,
);

/** Options after `?` are refused: they are nodemailer's, and some disable TLS or log every mail. */
export const smtpUrl = textSetting(
  'must be smtp://user:password@host:port, or smtps://…, without options after ?; in the password write @ as %40, : as %3A, / as %2F, # as %23, ? as %3F and % as %25',
  (text) => {
    if (!/^smtps?:\/\//.test(text) || !URL.canParse(text)) return false;
    const { hostname, search, hash } = new URL(text);
    return hostname !== '' && search + hash === '';
  },
);
