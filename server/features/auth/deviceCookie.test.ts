import { describe, expect, it } from 'vitest';
import { createKeyedHmac } from '../limits/hmac';
import { deviceCookie, newDevice, readDevice } from './deviceCookie';

const hmac = createKeyedHmac('a secret of the server that signs them');
const OWNER = 'owner@example.org';
const app = (PUBLIC_URL = 'http://127.0.0.1:3000') => ({ hmac, settings: { PUBLIC_URL } });
const sending = (cookie?: string) => ({ headers: { ...(cookie && { cookie }) } });

/** What a browser that has this cookie already sends back once it is marked. */
function marked(username: string, device: string, cookie?: string): string {
  return deviceCookie(sending(cookie), app(), { username, device }).split(';')[0] ?? '';
}
const deviceIn = (cookie: string | undefined, username = OWNER) =>
  readDevice(sending(cookie), hmac, username);

describe('a device mark', () => {
  it('is read back for its e-mail and no other, among other cookies', () => {
    const device = newDevice();
    const cookie = marked(OWNER, device);
    expect(deviceIn(`lang=es; ${cookie}; a=b`)).toBe(device);
    expect(deviceIn(cookie, 'other@example.org')).toBeNull();
    expect(deviceIn(undefined)).toBeNull();
  });

  it('that is forged, of another secret, cut off or far too long has no say', () => {
    const device = newDevice();
    const cookie = marked(OWNER, device);
    const foreign = createKeyedHmac('another secret, of another server')(
      'device mark',
      OWNER,
      device,
    );
    for (const bad of [
      cookie.slice(0, -1),
      `${cookie}x`,
      cookie.replace('v1', 'v2'),
      cookie.replace(device, newDevice()),
      `device=v1~${device}.${foreign}`,
      `device=v1~${device}.${'A'.repeat(43)}`,
      `device=v1~${device}`,
      `device=${'v1~'.repeat(400)}${cookie.slice('device=v1~'.length)}`,
      'device=',
    ]) {
      expect({ bad, device: deviceIn(bad) }).toEqual({ bad, device: null });
    }
  });

  it('says nothing but that number and its signature', () => {
    const device = newDevice();
    expect(marked(OWNER, device)).toMatch(/^device=v1~[\w-]{22}\.[\w-]{43}$/);
    expect(marked(OWNER, device)).not.toContain('owner');
  });

  it('stands beside those of the last other accounts of the browser, once for each', () => {
    let cookie: string | undefined;
    const people = Array.from({ length: 10 }, (_, place) => `person${place}@example.org`);
    for (const person of [...people, ...people.slice(-2)]) {
      cookie = marked(person, deviceIn(cookie, person) ?? newDevice(), cookie);
    }
    const known = people.filter((person) => deviceIn(cookie, person) !== null);
    expect(known).toEqual(people.slice(2));
    expect(cookie?.split('~')).toHaveLength(1 + 8);
  });

  it.each([
    ['http://127.0.0.1:3000', '/api/auth/login', false],
    ['https://desk.example.org', '/api/auth/login', true],
    ['https://example.org/desk', '/desk/api/auth/login', true],
  ])(
    'at %s is sent to %s alone, to no script, and not in the clear where there is TLS',
    (url, path, isSecure) => {
      const text = deviceCookie(sending(), app(url), { username: OWNER, device: newDevice() });
      const [, ...attributes] = text.split('; ');
      expect(attributes).toEqual([
        `Path=${path}`,
        'Max-Age=15552000',
        'HttpOnly',
        'SameSite=Strict',
        ...(isSecure ? ['Secure'] : []),
      ]);
    },
  );
});
