/** What the environment sets, parsed once at start. A bad value names itself and stops the start. */
import { isIP } from 'node:net';
import { isAbsolute, resolve } from 'node:path';
import addressparser from 'nodemailer/lib/addressparser';
import { z } from 'zod';
import { isColor } from '../contract/brandColor';
import { IDLE_MINUTES, LENGTHS, OWN_BRAND_COLOR, QUICK_EXIT } from '../contract/constants';
import { emailSchema } from '../contract/entities/text';

const url = z.url({ protocol: /^https?$/ });
/** The HMAC key must have at least as many bits as the hash. */
const SECRET_MIN = 32;

/** The terms people agree to: plain text. What an environment file can only write as `\n` is a line break, too. */
const termsText = z
  .string()
  .transform((value) => value.replaceAll('\\n', '\n').replace(/\r\n?/g, '\n').trim())
  .pipe(z.string().max(LENGTHS.terms))
  .default('');

/** A list of origins such as https://desk.example.org, parted by commas: each exactly as browsers name it. */
const origins = z.string().transform((value, context) => {
  const list = value.split(',').map((origin) => origin.trim());
  const isOrigin = (text: string) =>
    /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;
  if (list.every(isOrigin)) return list;
  context.addIssue('must be origins such as https://desk.example.org, parted by commas');
  return z.NEVER;
});

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

/** Whose X-Forwarded-For is believed: a number of proxies, a list of addresses and networks, or 'true', everybody's. */
const trustProxy = z.string().transform((value, context) => {
  if (value === 'true' || value === 'false') return value === 'true';
  if (/^\d{1,2}$/.test(value) && Number(value) <= MOST_PROXIES) return Number(value);
  if (value.split(',').every((part) => isNetwork(part.trim()))) return value;
  context.addIssue('must be a number of proxies, or addresses and networks parted by commas');
  return z.NEVER;
});

/** Where people reach the app: paths are appended to it. */
const publicUrl = url.refine(
  (value) => {
    // What is no address at all is named by the rule before; this one is asked all the same.
    if (!URL.canParse(value)) return true;
    const { username, password, search, hash } = new URL(value);
    return username + password + search + hash === '';
  },
  { message: 'must end with a host or a path, and hold no password' },
);

/** `Name <address>`, or the address alone. */
const mailFrom = z.string().transform((value, context) => {
  const [from, ...more] = addressparser(value, { flatten: true });
  if (from && more.length === 0 && /^[^\s@]+@[^\s@]+$/.test(from.address)) return from;
  context.addIssue('must be an address, or: Name <address>');
  return z.NEVER;
});

const environmentSchema = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql://')
    .optional(),
  PUBLIC_URL: publicUrl.optional(),
  SUPERUSER_EMAIL: emailSchema.default('superuser@example.org'),
  SUPERUSER_PASSWORD: z.string().min(LENGTHS.passwordMin).max(LENGTHS.passwordMax).optional(),
  PASSWORD_MIN_LENGTH: z.coerce
    .number()
    .int()
    .min(LENGTHS.passwordMin)
    .max(64)
    .default(LENGTHS.passwordMin),
  IDLE_MINUTES: z.coerce.number().int().min(0).max(IDLE_MINUTES.max).default(IDLE_MINUTES.usual),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://')
    .optional(),
  MAIL_FROM: mailFrom.optional(),
  JWT_SECRET: z.string().min(SECRET_MIN).optional(),
  TRUST_PROXY: trustProxy.default(false),
  ALLOWED_ORIGINS: origins.default([]),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  API_URL: url.optional(),
  BRAND_NAME: z.string().default('Referral Desk'),
  BRAND_COLOR: z
    .string()
    .refine(isColor, { message: 'must be a colour such as #0b5a66' })
    .default(OWN_BRAND_COLOR),
  LOGO_URL: z.string().default('/logo.svg'),
  LEARN_MORE_URL: url.default('https://findtreatment.gov/'),
  ABOUT_URL: url.optional(),
  EXIT_URL: url.default(QUICK_EXIT.address),
  SUPPORT_PHONE: z.string().max(40).default(''),
  TERMS_TEXT: termsText,
  TERMS_TEXT_ES: termsText,
});

export type Settings = Readonly<
  Omit<z.output<typeof environmentSchema>, 'PUBLIC_URL' | 'ABOUT_URL' | 'MAIL_FROM'> & {
    /** Where people reach the app; links in mails begin with it. Without a final slash. */
    PUBLIC_URL: string;
    /** The same, but empty when nobody has said so: then a browser's own address is the better guess. */
    GIVEN_URL: string;
    /** The provider's own site, like LEARN_MORE_URL, unless it has a page about itself. */
    ABOUT_URL: string;
    /** Whom mails come from; the name signs them. */
    MAIL_FROM: { name: string; address: string };
  }
>;

/** The names of all settings, for the test that reads the docs. */
export const SETTING_NAMES = Object.keys(environmentSchema.shape);

/**
 * Reads the settings from an environment; an empty or blank value counts as not set.
 * @throws Error that lists every bad setting by name, never its value
 */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== ''),
  );
  const parsed = environmentSchema.safeParse(given);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
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
    MAIL_FROM: settings.MAIL_FROM ?? {
      name: 'Referral Desk',
      address: `no-reply@${mailDomain(publicAddress)}`,
    },
  };
}

/** The domain people know the app by, where it has one: few mail servers take mails from an address that is only numbers. */
function mailDomain(address: string): string {
  const { hostname } = new URL(address);
  return /[a-z]$/i.test(hostname) && hostname.includes('.') ? hostname : 'example.org';
}

/** An IPv6 address stands in brackets there. */
const hostInUrl = (host: string) => (host.includes(':') ? `[${host}]` : host);
