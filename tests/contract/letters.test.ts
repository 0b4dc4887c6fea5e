/** What the letters say, and in which language first. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EMAIL_KINDS, login_guard } from '../../server/db/schema';
import { LOCKOUT_AFTER } from '../../server/features/auth/loginThrottle';
import type { Letter } from '../support/mailbox';
import { type MailWorld, NEW_PASSWORD, PUBLIC_URL, startMailWorld } from '../support/mailWorld';
import { makeDue } from '../support/outbox';
import { PASSWORD } from '../support/world';

let desk: MailWorld;

beforeAll(async () => {
  desk = await startMailWorld();
});
afterAll(() => desk.close());

describe('the language of a letter', () => {
  const isEnglishFirst = ({ text }: Letter) => text.indexOf('Your ') < text.indexOf('Su cuenta');

  it('begins with the one the person registered in', async () => {
    const spanish = await desk.approved({ 'accept-language': 'es' });
    const other = await desk.approved({ 'accept-language': 'fr-FR' });
    await desk.allSent();
    const [inSpanish, inEnglish] = [spanish, other].map(({ username }) =>
      desk.lettersTo(username).at(-1),
    );
    expect(inSpanish?.subject).toBe('Su cuenta / Your account');
    expect(isEnglishFirst(inSpanish as Letter)).toBe(false);
    expect(inEnglish?.subject).toBe('Your account / Su cuenta');
    expect(isEnglishFirst(inEnglish as Letter)).toBe(true);
  });

  it('follows the one the person logged in with last', async () => {
    const { username } = await desk.approved();
    const login = await desk.server.raw({
      method: 'POST',
      url: '/api/auth/login',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'accept-language': 'es-MX' },
      payload: new URLSearchParams({ username, password: PASSWORD }).toString(),
    });
    expect(login.status).toBe(200);
    await desk.server.done('forgotPassword', { body: { email: username } });
    await desk.allSent();
    expect(desk.lettersTo(username).at(-1)?.subject).toBe('Su contraseña / Your password');
  });
});

describe('every letter', () => {
  /** One of each kind, to the same person. */
  async function oneOfEach() {
    const account = await desk.approved();
    const unproved = await desk.register();
    await desk.server.done('approveAccount', { body: { user_id: unproved.id } }, desk.head());
    const { id: _id, ...body } = account;
    await desk.server.done('register', { body });
    const token = await desk.resetToken(account.username);
    await desk.server.done('resetPassword', { body: { token, new_pass: NEW_PASSWORD } });
    const { username } = account;
    const guess = () => desk.server.call('login', { body: { username, password: PASSWORD } });
    await guess();
    // The rest of the hundred.
    await desk.server.db.update(login_guard).set({ consecutive: LOCKOUT_AFTER - 1 });
    await guess();
    // The letter about guessing waits a while, should the right password still come.
    await makeDue(desk.server);
    await desk.allSent();
    const letters = [
      ...desk.lettersTo(account.username),
      ...desk.lettersTo(unproved.username).slice(-1),
    ];
    expect(letters).toHaveLength(EMAIL_KINDS.length);
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
      expect(html).toContain('background:#7a1f5c;color:#ffffff');
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
