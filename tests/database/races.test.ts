/** Invariants under concurrent calls. The embedded database serialises calls, which hides races. PostgreSQL does not. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_ENGINES } from '../support/engines';
import { type Mailbox, openMailbox, extractResetToken } from '../support/mailbox';
import { startTestServer, type TestServer } from '../support/testServer';
import {
  createFixtures,
  PASSWORD,
  referralBody,
  unique,
  uniqueEmail,
  type Fixtures,
} from '../support/fixtures';

/** Addresses that sign in repeatedly, so that some passwords are being verified when the reset completes. */
const NETWORKS = ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4'];
const NEW_PASSWORD = 'Slow-Copper-58-Gardens';

describe.each(DEFAULT_ENGINES)('on $engine', ({ settings }) => {
  let server: TestServer;
  let fixtures: Fixtures;
  let mailbox: Mailbox;
  const head = () => fixtures.bearer('superuser');

  beforeAll(async () => {
    mailbox = await openMailbox();
    server = await startTestServer({ ...(await settings()), SMTP_URL: mailbox.url });
    fixtures = await createFixtures(server);
  });
  afterAll(async () => {
    await server.close();
    await mailbox.close();
  });

  it('one of several concurrent requests for the same email address, name or login succeeds', async () => {
    const username = uniqueEmail();
    const name = unique('Contested School');
    const referral = (
      await server.callOk('addReferral', { body: referralBody(fixtures.sites.own) }, head())
    )._id;
    // Each differs a little, because an identical request is a repeat.
    const account = () => ({ fullname: unique('Twice'), password: PASSWORD });
    const four = [1, 2, 3, 4];
    const answers = {
      sites: four.map((at) => {
        const spelt = name.slice(0, at) + name.slice(at).toUpperCase();
        return server.call('addSite', { body: { name: spelt } }, head());
      }),
      accounts: four.map(() =>
        server.call('registerSuperuser', { body: { ...account(), username } }, head()),
      ),
      logins: four.map(() =>
        server.call(
          'registerReferral',
          { body: { ...account(), username: uniqueEmail(), referral } },
          head(),
        ),
      ),
    };
    for (const [what, calls] of Object.entries(answers)) {
      const statuses = (await Promise.all(calls))
        .map(({ status }) => status)
        .toSorted((a, b) => a - b);
      expect({ what, statuses }).toEqual({ what, statuses: [200, 409, 409, 409] });
    }
  });

  it('an old password that is being verified while a new one is set starts no session', async () => {
    const { username } = fixtures.people.manager;
    await server.callOk('forgotPassword', { body: { email: username } });
    const token = extractResetToken(await mailbox.waitForEmail(username));
    const state = { isReset: false };
    const reset = server
      .callOk('resetPassword', { body: { token, new_pass: NEW_PASSWORD } })
      .finally(() => (state.isReset = true));
    const signInFrom = async (from: string) => {
      const answers = [];
      do {
        answers.push(await server.call('login', { body: { username, password: PASSWORD }, from }));
      } while (!state.isReset);
      return answers;
    };
    const answers = (await Promise.all(NETWORKS.map(signInFrom))).flat();
    await reset;
    const opened = answers.filter(({ status }) => status === 200);
    const tokens = opened.map(({ body }) => (body as { access_token: string }).access_token);
    const still = await Promise.all(
      tokens.map(async (access) => (await server.call('countReferrals', {}, access)).status),
    );
    expect(still.filter((status) => status !== 401)).toEqual([]);
    expect(answers.some(({ status }) => status === 401)).toBe(true);
  });
});
