/** Cross-origin requests: which responses other origins may read, and that their forms cannot sign anyone in. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../support/testServer';
import { SUPERUSER } from '../support/superuser';

const HOST = 'desk.clinic.example';
const ALLOWED = 'https://partner.example';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ PUBLIC_URL: `https://${HOST}`, ALLOWED_ORIGINS: ALLOWED });
});
afterAll(() => server.close());

const right = new URLSearchParams({ username: SUPERUSER.email, password: SUPERUSER.password });
const logIn = (payload: string, headers: Record<string, string> = {}) =>
  server.raw({
    method: 'POST',
    url: '/api/auth/login',
    headers: { host: HOST, 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload,
  });

describe('another origin', () => {
  const ask = (origin: string, options: object = {}) =>
    server.raw({
      url: '/api/meta',
      ...options,
      headers: { origin, ...(options as { headers?: object }).headers },
    });

  it('that is allowed may read responses, errors included, and learns what it may send', async () => {
    for (const url of ['/api/meta', '/api/referral/mine', '/api/nothing']) {
      const { headers } = await ask(ALLOWED, { url });
      expect(headers['access-control-allow-origin']).toBe(ALLOWED);
      expect(headers['access-control-expose-headers']).toBe(
        'Retry-After, Content-Range, Content-Disposition, Date',
      );
      expect(headers).not.toHaveProperty('access-control-allow-credentials');
      expect(String(headers.vary)).toContain('Origin');
      expect(headers['cache-control']).toBe('no-store');
    }
    const preflight = await ask(ALLOWED, {
      method: 'OPTIONS',
      url: '/api/referral/delete',
      headers: { 'access-control-request-method': 'DELETE' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers['access-control-allow-methods']).toContain('DELETE');
    expect(preflight.headers['access-control-allow-headers']).toBe(
      'Authorization, Content-Type, Idempotency-Key, If-Match',
    );
    expect(preflight.headers['cache-control']).toBe('no-store');
  });

  it.each([ALLOWED, 'https://partner.example.evil'])(
    'sends no OPTIONS with a body, which is no preflight: %s',
    async (origin) => {
      for (const [url, status] of [
        ['/api/meta', 405],
        ['/api/nothing', 404],
      ] as const) {
        const headers = { 'content-type': 'text/plain' };
        const answer = await ask(origin, { method: 'OPTIONS', url, headers, payload: 'x' });
        expect(answer).toMatchObject({ status, body: { detail: expect.any(String) } });
      }
    },
  );

  it.each([
    'https://partner.example.evil',
    'http://partner.example',
    'https://sub.partner.example',
    'null',
    '*',
  ])('that is not allowed may read nothing: %s', async (origin) => {
    const plain = await ask(origin);
    expect(plain.headers).not.toHaveProperty('access-control-allow-origin');
    expect(String(plain.headers.vary)).toContain('Origin');
    const preflight = await ask(origin, {
      method: 'OPTIONS',
      headers: { 'access-control-request-method': 'GET' },
    });
    expect(preflight.status).toBe(405);
    expect(preflight.headers).not.toHaveProperty('access-control-allow-origin');
    expect(preflight.headers['cache-control']).toBe('no-store');
  });

  it('cannot sign anyone in with a form unless it is allowed; our own pages and requests without an Origin can', async () => {
    const from = async (origin?: string) =>
      (await logIn(right.toString(), origin === undefined ? {} : { origin })).status;
    for (const origin of [undefined, `https://${HOST}`, `http://${HOST}`, ALLOWED]) {
      expect({ origin, status: await from(origin) }).toEqual({ origin, status: 200 });
    }
    for (const origin of [
      'https://evil.example',
      'null',
      `https://${HOST}.evil.example`,
      'nonsense',
      `ftp://${HOST}`,
      `https://${HOST}/evil`,
    ]) {
      expect({ origin, status: await from(origin) }).toEqual({ origin, status: 403 });
    }
    expect((await logIn(right.toString(), { origin: 'https://evil.example' })).body).toEqual({
      detail: 'foreign_origin',
    });
    expect(server.log()).toContain('PUBLIC_URL');
  });

  it('is not our own origin with the host as a proxy may rewrite it: explicit port, upper case', async () => {
    for (const host of ['refer.example.org:443', 'Refer.Example.org', 'refer.example.org']) {
      const headers = { host, origin: 'https://refer.example.org' };
      expect({ host, status: (await logIn(right.toString(), headers)).status }).toEqual({
        host,
        status: 200,
      });
    }
  });
});
