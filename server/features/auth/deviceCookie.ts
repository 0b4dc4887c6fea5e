/**
 * A cookie by which a browser is known that has signed in to an account before ("device cookie", OWASP). It spares the owner what
 * strangers' wrong passwords bring about, and gives no access: each mark is a random number and its signature, in which the
 * e-mail is. Several accounts on one browser have a mark each.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Settings } from '../../settings';
import type { Hmac } from '../limits/hmac';

const NAME = 'device';
const VERSION = 'v1';
/** The mark that was used last comes first. */
const MARKS = 8;
const MARK = /^([\w-]{22})\.([\w-]{43})$/;
const LONGEST = 1_000;
/** Days. */
const LIFE = 180;

/**
 * The device a request comes from, if its browser has a mark of that e-mail.
 * @returns the mark's number, or null
 */
export function readDevice(
  { headers }: Pick<FastifyRequest, 'headers'>,
  hmac: Hmac,
  username: string,
): string | null {
  const own = marksOf(headers.cookie).find((mark) => isSigned(mark, hmac, username));
  return own?.split('.')[0] ?? null;
}

export const newDevice = (): string => randomBytes(16).toString('base64url');

/** The `Set-Cookie` that marks the browser, beside what other accounts' marks it has. Sent where people log in, nowhere else. */
export function deviceCookie(
  { headers }: Pick<FastifyRequest, 'headers'>,
  { hmac, settings }: { hmac: Hmac; settings: Pick<Settings, 'PUBLIC_URL'> },
  { username, device }: { username: string; device: string },
): string {
  const others = marksOf(headers.cookie).filter((mark) => !isSigned(mark, hmac, username));
  const marks = [`${device}.${sign(device, hmac, username)}`, ...others].slice(0, MARKS);
  const { pathname, protocol } = new URL(settings.PUBLIC_URL);
  return [
    `${NAME}=${[VERSION, ...marks].join('~')}`,
    `Path=${pathname.replace(/\/+$/, '')}/api/auth/login`,
    `Max-Age=${LIFE * 24 * 60 * 60}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(protocol === 'https:' ? ['Secure'] : []),
  ].join('; ');
}

/** The well-formed marks among what a browser sent, of whichever account. */
function marksOf(cookies = ''): string[] {
  const sent = cookies.split(';').map((cookie) => cookie.trim());
  const value = sent.find((cookie) => cookie.startsWith(`${NAME}=`))?.slice(NAME.length + 1) ?? '';
  if (value.length > LONGEST) return [];
  const [version, ...marks] = value.split('~');
  return version === VERSION ? marks.filter((mark) => MARK.test(mark)).slice(0, MARKS) : [];
}

const sign = (device: string, hmac: Hmac, username: string) =>
  hmac('device mark', username, device);

function isSigned(mark: string, hmac: Hmac, username: string): boolean {
  const [device = '', signature = ''] = mark.split('.');
  return timingSafeEqual(Buffer.from(sign(device, hmac, username)), Buffer.from(signature));
}
