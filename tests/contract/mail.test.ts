/** The letters: what each says and to whom it goes, and silence about who is known. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { queuedMail } from '../support/databaseState';
import { type Letter, type Mailbox, openMailbox, resetTokenIn } from '../support/mailbox';
import { startTestServer, type TestServer } from '../support/testServer';
import {
  createWorld,
  PASSWORD,
  registration,
  signIn,
  uniqueEmail,
  type World,
} from '../support/world';

const PUBLIC_URL = 'https://desk.clinic.example';
const NEW_PASSWORD = 'Slow-Copper-58-Gardens';
const BRAND_NAME = 'Hope Recovery & Treatment';

let mailbox: Mailbox;
let server: TestServer;
let world: World;
const head = () => world.bearer('superuser');

beforeAll(async () => {
  mailbox = await openMailbox();
  const settings = { PUBLIC_URL, BRAND_NAME, MAIL_FROM: '"The <Desk>" <desk@clinic.example>' };
  server = await startTestServer({ ...settings, SMTP_URL: mailbox.url });
  world = await createWorld(server);
});
afterAll(async () => {
  await server.close();
  await mailbox.close();
});

/** Resolves once everything that was queued has been sent. */
const allSent = () =>
  vi.waitFor(async () => expect(await queuedMail(server.db)).toEqual([]), { timeout: 30_000 });

const lettersTo = (address: string) => mailbox.all().filter(({ to }) => to === address);

async function resetToken(username: string): Promise<string> {
  await server.done('forgotPassword', { body: { email: username } });
  await allSent();
  return resetTokenIn(await mailbox.letterTo(username, 'password'));
}

/** Registers as a visitor; answers what was sent, and the id of the account. */
async function register(headers: Record<string, string> = {}) {
  const body = registration(world);
  const answer = await server.raw({
    method: 'POST',
    url: '/api/auth/register',
    headers: { 'content-type': 'application/json', ...headers },
    payload: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
  const query = { query: body.username };
  const [account] = await server.done('searchAccounts', { query }, head());
  return { ...body, id: account?._id ?? '' };
}

describe('the reset letter', () => {
  it('carries a link to the public address that sets a new password, once, and ends every session', async () => {
    const { username, access } = world.people.manager;
    const token = await resetToken(username);
    const { text } = await mailbox.letterTo(username);
    expect(text).toContain(`${PUBLIC_URL}/reset-password?reset_token=${token}`);
    const check = () => server.call('checkResetToken', { query: { reset_token: token } });
    expect((await check()).status).toBe(200);
    // Looking does not use it up: mail scanners look first.
    expect((await check()).status).toBe(200);

    await server.done('resetPassword', { body: { token, new_pass: NEW_PASSWORD } });
    expect(await check()).toMatchObject({ status: 400, body: { detail: 'invalid_token' } });
    const again = { body: { token, new_pass: PASSWORD } };
    expect(await server.call('resetPassword', again)).toMatchObject({
      status: 400,
      body: { detail: 'invalid_token' },
    });
    expect((await server.call('countReferrals', {}, access)).status).toBe(401);
    const old = await server.call('login', { body: { username, password: PASSWORD } });
    expect(old.status).toBe(401);
    expect((await signIn(server, username, NEW_PASSWORD)).access).toBeTruthy();
  });

  it('is void once its account was shut out, also when it is let in again', async () => {
    const { id, username } = world.people.referral;
    const token = await resetToken(username);
    const check = () => server.call('checkResetToken', { query: { reset_token: token } });
    expect((await check()).status).toBe(200);
    await server.done('deactivateAccount', { params: { id } }, head());
    await server.done('reactivateAccount', { params: { id } }, head());
    expect((await check()).status).toBe(400);
    const body = { token, new_pass: NEW_PASSWORD };
    expect((await server.call('resetPassword', { body })).status).toBe(400);
  });

  it('cannot set a password that anyone would guess, and is not used up by the try', async () => {
    const { username } = world.people.siteUser;
    const token = await resetToken(username);
    for (const new_pass of ['password1', '123456', '      ', username]) {
      const answer = await server.call('resetPassword', { body: { token, new_pass } });
      expect(answer.status).toBe(422);
      expect(answer.body).toMatchObject({ detail: [{ loc: ['body', 'new_pass'] }] });
    }
    await server.done('resetPassword', { body: { token, new_pass: NEW_PASSWORD } });
  });

  it('goes to nobody who is unknown or shut out, and the answer does not tell', async () => {
    const stranger = uniqueEmail();
    const { id, username } = world.people.admin;
    await server.done('deactivateAccount', { params: { id } }, head());
    const answers = [];
    for (const email of [stranger, username, world.people.limited.username]) {
      answers.push(await server.call('forgotPassword', { body: { email } }));
    }
    const [first, ...rest] = answers.map(({ status, text }) => ({ status, text }));
    expect(first?.status).toBe(200);
    for (const other of rest) expect(other).toEqual(first);
    await allSent();
    expect(lettersTo(world.people.limited.username)).toHaveLength(1);
    expect([...lettersTo(stranger), ...lettersTo(username)]).toEqual([]);
  });

  it('comes three times an hour at most, and only the last link is good', async () => {
    const { username } = await approved();
    const tokens: string[] = [];
    for (let times = 0; times < 5; times += 1) tokens.push(await resetToken(username));
    expect(lettersTo(username).filter(({ text }) => text.includes('reset_token='))).toHaveLength(3);
    const good = [];
    for (const reset_token of new Set(tokens)) {
      const { status } = await server.call('checkResetToken', { query: { reset_token } });
      if (status === 200) good.push(reset_token);
    }
    expect(good).toEqual([tokens.at(-1)]);
  });
});

/** An account that registered itself and was approved. */
async function approved(headers?: Record<string, string>) {
  const account = await register(headers);
  await server.done('approveAccount', { body: { user_id: account.id } }, head());
  return account;
}

describe('the letter on approval', () => {
  it('says where to log in, and is sent once', async () => {
    const { id, username } = await approved();
    await server.done('approveAccount', { body: { user_id: id } }, head());
    await allSent();
    expect(lettersTo(username)).toHaveLength(1);
    expect(lettersTo(username)[0]?.text).toContain(`Log in:\n${PUBLIC_URL}/login`);
  });

  it('is sent as well when a pending account is let in by reactivating it, and not on later times', async () => {
    const { id, username } = await register();
    await server.done('reactivateAccount', { params: { id } }, head());
    await server.done('deactivateAccount', { params: { id } }, head());
    await server.done('reactivateAccount', { params: { id } }, head());
    await allSent();
    expect(lettersTo(username)).toHaveLength(1);
  });
});

describe('a second registration with the same e-mail', () => {
  it('answers like the first and changes nothing, and the owner is told once a day', async () => {
    const { id, fullname, ...first } = await register();
    const attempt = { ...first, fullname: 'Someone Else', password: NEW_PASSWORD };
    const answers = [];
    for (const username of [attempt.username, attempt.username.toUpperCase(), uniqueEmail()]) {
      answers.push(await server.call('register', { body: { ...attempt, username } }));
    }
    const [again, inCapitals, unknown] = answers.map(({ status, text }) => ({ status, text }));
    expect([again, inCapitals]).toEqual([unknown, unknown]);

    await server.done('approveAccount', { body: { user_id: id } }, head());
    expect((await signIn(server, first.username, PASSWORD)).access).toBeTruthy();
    const query = { query: first.username };
    const found = await server.done('searchAccounts', { query }, head());
    expect(found).toMatchObject([{ _id: id, fullname }]);
    await allSent();
    const notices = () => lettersTo(first.username).filter(({ text }) => /tried to/.test(text));
    expect(notices()).toHaveLength(1);

    await server.db.execute(
      sql`update registration_notice set told_at = now() - interval '25 hours' where account_id = ${id}`,
    );
    await server.done('register', { body: attempt });
    await allSent();
    expect(notices()).toHaveLength(2);
  });
});

describe('a new password', () => {
  it('is told to the owner, with the way to choose another', async () => {
    const { username } = await approved();
    const token = await resetToken(username);
    await server.done('resetPassword', { body: { token, new_pass: NEW_PASSWORD } });
    await allSent();
    const last = lettersTo(username).at(-1);
    expect(last?.text).toContain('The password of your account was changed');
    expect(last?.text).toContain(`${PUBLIC_URL}/forgot-password`);
  });
});

describe('the language of a letter', () => {
  const isEnglishFirst = ({ text }: Letter) => text.indexOf('Your ') < text.indexOf('Su cuenta');

  it('begins with the one the person registered in', async () => {
    const spanish = await approved({ 'accept-language': 'es' });
    const other = await approved({ 'accept-language': 'fr-FR' });
    await allSent();
    const [inSpanish, inEnglish] = [spanish, other].map(({ username }) => lettersTo(username)[0]);
    expect(inSpanish?.subject).toBe('Su cuenta / Your account');
    expect(isEnglishFirst(inSpanish as Letter)).toBe(false);
    expect(inEnglish?.subject).toBe('Your account / Su cuenta');
    expect(isEnglishFirst(inEnglish as Letter)).toBe(true);
  });

  it('follows the one the person logged in with last', async () => {
    const { username } = await approved();
    const login = await server.raw({
      method: 'POST',
      url: '/api/auth/login',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'accept-language': 'es-MX' },
      payload: new URLSearchParams({ username, password: PASSWORD }).toString(),
    });
    expect(login.status).toBe(200);
    await server.done('forgotPassword', { body: { email: username } });
    await allSent();
    expect(lettersTo(username).at(-1)?.subject).toBe('Su contraseña / Your password');
  });
});

describe('every letter', () => {
  /** One of each kind, to the same person. */
  async function oneOfEach() {
    const account = await approved();
    const { id: _id, ...body } = account;
    await server.done('register', { body });
    const token = await resetToken(account.username);
    await server.done('resetPassword', { body: { token, new_pass: NEW_PASSWORD } });
    await allSent();
    const letters = lettersTo(account.username);
    expect(letters).toHaveLength(4);
    return { letters, account };
  }

  it('says the same in plain text and HTML, in both languages, and the HTML loads nothing', async () => {
    const { letters } = await oneOfEach();
    for (const { text, html } of letters) {
      const page = shownIn(html);
      const lines = text.split('\n').filter((line) => !['', '* * *'].includes(line));
      for (const line of lines) {
        expect(page.text).toContain(line.replace(/:$/, ''));
      }
      expect(html).toMatch(/<div lang="en"/);
      expect(html).toMatch(/<div lang="es"/);
      expect(html).not.toMatch(/<(img|script|link|style|iframe)|url\(|src=/i);
      for (const address of page.links) expect(address.startsWith(`${PUBLIC_URL}/`)).toBe(true);
    }
  });

  it('names nobody, tells nothing of health, and is signed with the name mails come from', async () => {
    const { letters, account } = await oneOfEach();
    for (const { subject, text, html, raw, from } of letters) {
      const whole = `${subject}\n${text}\n${html}`;
      expect(whole).not.toContain(account.fullname);
      expect(whole).not.toMatch(
        /substance|treat|recover|health|drug|alcohol|addict|referral|tratamiento|salud|adicc|drog|remisi/i,
      );
      expect(subject).toMatch(/^Your (account|password) \/ Su (cuenta|contraseña)$/);
      expect(from).toBe('The <Desk> <desk@clinic.example>');
      expect(text.trimEnd().endsWith('\n\nThe <Desk>')).toBe(true);
      expect(html).toContain('The &lt;Desk&gt;');
      expect(raw).toMatch(/^Auto-Submitted: auto-generated\r?$/m);
    }
  });
});

/** What a mail program shows of an HTML letter, and where its links lead. */
function shownIn(html: string) {
  const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, address = '']) => address);
  const text = html
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
  return { links, text };
}
