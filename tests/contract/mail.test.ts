/** Emails: when, to whom and how often they are sent, what their links do, and that responses do not reveal who has an account. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type EmailFixtures,
  NEW_PASSWORD,
  PUBLIC_URL,
  startEmailFixtures,
} from '../support/emailFixtures';
import { PASSWORD, signIn, uniqueEmail } from '../support/fixtures';

let desk: EmailFixtures;

beforeAll(async () => {
  desk = await startEmailFixtures();
});
afterAll(() => desk.close());

describe('the reset email', () => {
  it('contains a link to PUBLIC_URL that sets a new password, once, and ends every session', async () => {
    const { username, access } = desk.fixtures.people.manager;
    const token = await desk.requestResetToken(username);
    const text = desk.emailsTo(username).at(-1)?.text;
    expect(text).toContain(`${PUBLIC_URL}/reset-password?reset_token=${token}`);
    const check = () => desk.server.call('checkResetToken', { query: { reset_token: token } });
    expect((await check()).status).toBe(200);
    // Checking does not use it up: mail scanners open links first.
    expect((await check()).status).toBe(200);

    await desk.server.callOk('resetPassword', { body: { token, new_pass: NEW_PASSWORD } });
    expect(await check()).toMatchObject({ status: 400, body: { detail: 'invalid_token' } });
    const again = { body: { token, new_pass: PASSWORD } };
    expect(await desk.server.call('resetPassword', again)).toMatchObject({
      status: 400,
      body: { detail: 'invalid_token' },
    });
    expect((await desk.server.call('countReferrals', {}, access)).status).toBe(401);
    const old = await desk.server.call('login', { body: { username, password: PASSWORD } });
    expect(old.status).toBe(401);
    expect((await signIn(desk.server, username, NEW_PASSWORD)).access).toBeTruthy();
  });

  it('is void once its account is deactivated, also after a reactivation', async () => {
    const { id, username } = desk.fixtures.people.referral;
    const token = await desk.requestResetToken(username);
    const check = () => desk.server.call('checkResetToken', { query: { reset_token: token } });
    expect((await check()).status).toBe(200);
    await desk.server.callOk('deactivateAccount', { params: { id } }, desk.head());
    await desk.server.callOk('reactivateAccount', { params: { id } }, desk.head());
    expect((await check()).status).toBe(400);
    const body = { token, new_pass: NEW_PASSWORD };
    expect((await desk.server.call('resetPassword', { body })).status).toBe(400);
  });

  it('cannot set a password that is easy to guess, and is not used up by the attempt', async () => {
    const { username } = desk.fixtures.people.siteUser;
    const token = await desk.requestResetToken(username);
    for (const new_pass of ['password1', '123456', '      ', username]) {
      const answer = await desk.server.call('resetPassword', { body: { token, new_pass } });
      expect(answer.status).toBe(422);
      expect(answer.body).toMatchObject({ detail: [{ loc: ['body', 'new_pass'] }] });
    }
    await desk.server.callOk('resetPassword', { body: { token, new_pass: NEW_PASSWORD } });
  });

  it('is not sent to an unknown or deactivated account, and the response does not reveal it', async () => {
    const stranger = uniqueEmail();
    const { id, username } = desk.fixtures.people.admin;
    await desk.server.callOk('deactivateAccount', { params: { id } }, desk.head());
    const answers = [];
    for (const email of [stranger, username, desk.fixtures.people.limited.username]) {
      answers.push(await desk.server.call('forgotPassword', { body: { email } }));
    }
    const [first, ...rest] = answers.map(({ status, text }) => ({ status, text }));
    expect(first?.status).toBe(200);
    for (const other of rest) expect(other).toEqual(first);
    await desk.waitUntilAllSent();
    expect(desk.emailsTo(desk.fixtures.people.limited.username)).toHaveLength(1);
    expect([...desk.emailsTo(stranger), ...desk.emailsTo(username)]).toEqual([]);
  });

  it('is sent three times an hour at most to one network, and only the last link is valid', async () => {
    const { username } = await desk.addApprovedAccount();
    const tokens: string[] = [];
    for (let times = 0; times < 5; times += 1) {
      tokens.push(await desk.requestResetToken(username, '192.0.2.60'));
    }
    expect(
      desk.emailsTo(username).filter(({ text }) => text.includes('/reset-password?')),
    ).toHaveLength(3);
    const valid = [];
    for (const reset_token of new Set(tokens)) {
      const { status } = await desk.server.call('checkResetToken', { query: { reset_token } });
      if (status === 200) valid.push(reset_token);
    }
    expect(valid).toEqual([tokens.at(-1)]);
  });
});

describe('the approval email', () => {
  it('links to the login page, and is sent once', async () => {
    const { id, username } = await desk.addApprovedAccount();
    await desk.server.callOk('approveAccount', { body: { user_id: id } }, desk.head());
    await desk.waitUntilAllSent();
    const [, approval, ...more] = desk.emailsTo(username);
    expect(approval?.text).toContain(`Log in:\n${PUBLIC_URL}/login`);
    expect(more).toEqual([]);
  });

  it('is also sent on the first reactivation of a pending account, but not on later ones', async () => {
    const { id, username } = await desk.register();
    await desk.confirmEmail(username);
    await desk.server.callOk('reactivateAccount', { params: { id } }, desk.head());
    await desk.server.callOk('deactivateAccount', { params: { id } }, desk.head());
    await desk.server.callOk('reactivateAccount', { params: { id } }, desk.head());
    await desk.waitUntilAllSent();
    expect(desk.emailsTo(username)).toHaveLength(2);
  });
});

describe('a second registration with a confirmed e-mail', () => {
  it('answers like the first and changes nothing, and emails the owner once a day', async () => {
    const { id, fullname, ...first } = await desk.register();
    await desk.confirmEmail(first.username);
    const attempt = { ...first, fullname: 'Someone Else', password: NEW_PASSWORD };
    const answers = [];
    for (const username of [attempt.username, attempt.username.toUpperCase(), uniqueEmail()]) {
      answers.push(await desk.server.call('register', { body: { ...attempt, username } }));
    }
    const [again, inCapitals, unknown] = answers.map(({ status, text }) => ({ status, text }));
    expect([again, inCapitals]).toEqual([unknown, unknown]);

    await desk.server.callOk('approveAccount', { body: { user_id: id } }, desk.head());
    expect((await signIn(desk.server, first.username, PASSWORD)).access).toBeTruthy();
    const query = { query: first.username };
    const found = await desk.server.callOk('searchAccounts', { query }, desk.head());
    expect(found).toMatchObject([{ _id: id, fullname }]);
    await desk.waitUntilAllSent();
    const notices = () => desk.emailsTo(first.username).filter(({ text }) => /tried to/.test(text));
    expect(notices()).toHaveLength(1);

    await desk.server.db.execute(
      sql`update registration_notice set told_at = now() - interval '25 hours' where account_id = ${id}`,
    );
    await desk.server.callOk('register', { body: attempt });
    await desk.waitUntilAllSent();
    expect(notices()).toHaveLength(2);
  });
});

describe('a new password', () => {
  it('is emailed to the owner, with a link to choose another', async () => {
    const { username } = await desk.addApprovedAccount();
    const token = await desk.requestResetToken(username);
    await desk.server.callOk('resetPassword', { body: { token, new_pass: NEW_PASSWORD } });
    await desk.waitUntilAllSent();
    const last = desk.emailsTo(username).at(-1);
    expect(last?.text).toContain('The password of your account was changed');
    expect(last?.text).toContain(`${PUBLIC_URL}/forgot-password`);
  });
});
