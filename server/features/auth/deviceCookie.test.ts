import { describe, expect, it } from 'vitest';
import { createKeyedHmac } from '../limits/hmac';
import { deviceCookie, createDeviceId, readDeviceId } from './deviceCookie';

const hmac = createKeyedHmac('a secret of the server that signs them');
const OWNER = 'owner@example.org';
const app = (PUBLIC_URL = 'http://127.0.0.1:3000') => ({ hmac, settings: { PUBLIC_URL } });
const requestWith = (cookie?: string) => ({ headers: { ...(cookie && { cookie }) } });

/** The `Cookie` header a browser sends after a login with this username, given the cookie it had before. */
function cookieAfterLogin(username: string, deviceId: string, cookie?: string): string {
  return deviceCookie(requestWith(cookie), app(), { username, deviceId }).split(';')[0] ?? '';
}
const readFromCookie = (cookie: string | undefined, username = OWNER) =>
  readDeviceId(requestWith(cookie), hmac, username);

describe('a device cookie', () => {
  it('is read among other cookies, and only for the email it was signed for', () => {
    const device = createDeviceId();
    const cookie = cookieAfterLogin(OWNER, device);
    expect(readFromCookie(`lang=es; ${cookie}; a=b`)).toBe(device);
    expect(readFromCookie(cookie, 'other@example.org')).toBeNull();
    expect(readFromCookie(undefined)).toBeNull();
  });

  it('is ignored when forged, signed with another secret, truncated or too long', () => {
    const device = createDeviceId();
    const cookie = cookieAfterLogin(OWNER, device);
    const otherSignature = createKeyedHmac('another secret, of another server')(
      'device mark',
      OWNER,
      device,
    );
    for (const bad of [
      cookie.slice(0, -1),
      `${cookie}x`,
      cookie.replace('v1', 'v2'),
      cookie.replace(device, createDeviceId()),
      `device=v1~${device}.${otherSignature}`,
      `device=v1~${device}.${'A'.repeat(43)}`,
      `device=v1~${device}`,
      `device=${'v1~'.repeat(400)}${cookie.slice('device=v1~'.length)}`,
      'device=',
    ]) {
      expect({ bad, device: readFromCookie(bad) }).toEqual({ bad, device: null });
    }
  });

  it('contains only the device id and its signature', () => {
    const device = createDeviceId();
    expect(cookieAfterLogin(OWNER, device)).toMatch(/^device=v1~[\w-]{22}\.[\w-]{43}$/);
    expect(cookieAfterLogin(OWNER, device)).not.toContain('owner');
  });

  it('keeps one entry for each of the eight accounts that logged in last', () => {
    let cookie: string | undefined;
    const people = Array.from({ length: 10 }, (_, index) => `person${index}@example.org`);
    for (const person of [...people, ...people.slice(-2)]) {
      cookie = cookieAfterLogin(person, readFromCookie(cookie, person) ?? createDeviceId(), cookie);
    }
    const known = people.filter((person) => readFromCookie(cookie, person) !== null);
    expect(known).toEqual(people.slice(2));
    expect(cookie?.split('~')).toHaveLength(1 + 8);
  });

  it.each([
    ['http://127.0.0.1:3000', false],
    ['https://desk.example.org', true],
  ])(
    'for %s is limited to the login, HttpOnly, SameSite=Strict, and Secure over https',
    (url, isSecure) => {
      const text = deviceCookie(requestWith(), app(url), {
        username: OWNER,
        deviceId: createDeviceId(),
      });
      const [, ...attributes] = text.split('; ');
      expect(attributes).toEqual([
        'Path=/api/auth/login',
        'Max-Age=15552000',
        'HttpOnly',
        'SameSite=Strict',
        ...(isSecure ? ['Secure'] : []),
      ]);
    },
  );
});
