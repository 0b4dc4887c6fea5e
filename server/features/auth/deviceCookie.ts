/**
 * Device cookie (OWASP): identifies a browser that has logged in to an account before. Other people's wrong passwords neither
 * delay nor lock out such a browser. The cookie grants no access. It holds one entry per account: a random device id and an
 * HMAC over the id and the account's email.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Settings } from '../../settings/settings';
import type { Hmac } from '../limits';

const NAME = 'device';
const VERSION = 'v1';
/** Entries are ordered by last use, newest first. */
const MAX_ENTRIES = 8;
const ENTRY = /^([\w-]{22})\.([\w-]{43})$/;
/** Characters. */
const MAX_LENGTH = 1_000;
const LIFETIME_DAYS = 180;

/**
 * Finds the cookie entry that is signed for this email.
 * @returns its device id, or null without a valid entry
 */
export function readDeviceId(
  { headers }: Pick<FastifyRequest, 'headers'>,
  hmac: Hmac,
  username: string,
): string | null {
  const own = parseEntries(headers.cookie).find((entry) => isSigned(entry, hmac, username));
  return own?.split('.')[0] ?? null;
}

export const createDeviceId = (): string => randomBytes(16).toString('base64url');

/**
 * Builds the `Set-Cookie` value with this account's entry first, then the entries of other accounts. The path limits the cookie
 * to the login call.
 */
export function deviceCookie(
  { headers }: Pick<FastifyRequest, 'headers'>,
  { hmac, settings }: { hmac: Hmac; settings: Pick<Settings, 'PUBLIC_URL'> },
  { username, deviceId }: { username: string; deviceId: string },
): string {
  const others = parseEntries(headers.cookie).filter((entry) => !isSigned(entry, hmac, username));
  const entries = [`${deviceId}.${sign(deviceId, hmac, username)}`, ...others].slice(
    0,
    MAX_ENTRIES,
  );
  return [
    `${NAME}=${[VERSION, ...entries].join('~')}`,
    'Path=/api/auth/login',
    `Max-Age=${LIFETIME_DAYS * 24 * 60 * 60}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(new URL(settings.PUBLIC_URL).protocol === 'https:' ? ['Secure'] : []),
  ].join('; ');
}

/** Parses the `Cookie` header into well-formed entries of any account. The signatures are not checked. */
function parseEntries(cookies = ''): string[] {
  const sent = cookies.split(';').map((cookie) => cookie.trim());
  const value = sent.find((cookie) => cookie.startsWith(`${NAME}=`))?.slice(NAME.length + 1) ?? '';
  if (value.length > MAX_LENGTH) return [];
  const [version, ...entries] = value.split('~');
  return version === VERSION
    ? entries.filter((entry) => ENTRY.test(entry)).slice(0, MAX_ENTRIES)
    : [];
}

/** The label is part of the signed text: changing it invalidates every cookie. */
const sign = (device: string, hmac: Hmac, username: string) =>
  hmac('device mark', username, device);

function isSigned(entry: string, hmac: Hmac, username: string): boolean {
  const [device = '', signature = ''] = entry.split('.');
  return timingSafeEqual(Buffer.from(sign(device, hmac, username)), Buffer.from(signature));
}
