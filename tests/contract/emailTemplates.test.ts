/** The texts of the emails, and the order of their languages. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addBusinessDays } from '../../contract/businessDays';
import { dayIn, timeIn } from '../../contract/calendar';
import { account as table, login_throttle } from '../../server/db/schema';
import { LOCKOUT_AFTER } from '../../server/features/auth/loginThrottle';
import { sendMorningMails } from '../../server/features/referrals/today/morningMail';
import { EMAILS } from '../../server/features/mail/emailKinds';
import { LANGUAGES } from '../../server/languages';
import type { ReceivedEmail } from '../support/mailbox';
import {
  BRAND_NAME,
  type EmailFixtures,
  NEW_PASSWORD,
  PUBLIC_URL,
  startEmailFixtures,
} from '../support/emailFixtures';
import { makeDue } from '../support/outbox';
import { type PreparedAccounts, prepareAccounts } from '../support/preparedAccounts';
import { PASSWORD, referralBody, unique, uniqueEmail } from '../support/fixtures';
import { SUPERUSER } from '../support/superuser';

let desk: EmailFixtures;
let accounts: PreparedAccounts;

beforeAll(async () => {
  desk = await startEmailFixtures();
  accounts = await prepareAccounts(desk.server);
});
afterAll(() => desk.close());

describe('the first language of an email', () => {
  const isEnglishFirst = ({ text }: ReceivedEmail) =>
    text.indexOf('Your ') < text.indexOf('Su cuenta');

  it('is the one the person registered in', async () => {
    const spanish = await desk.addApprovedAccount({ 'accept-language': 'es' });
    const other = await desk.addApprovedAccount({ 'accept-language': 'xx' });
    await desk.waitUntilAllSent();
    const [inSpanish, inEnglish] = [spanish, other].map(({ username }) =>
      desk.emailsTo(username).at(-1),
    );
    expect(inSpanish?.subject).toMatch(/^Su cuenta \/ Your account/);
    expect(isEnglishFirst(inSpanish as ReceivedEmail)).toBe(false);
    expect(inEnglish?.subject).toMatch(/^Your account \/ Su cuenta/);
    expect(isEnglishFirst(inEnglish as ReceivedEmail)).toBe(true);
  });

  it('changes to the one of the last sign-in', async () => {
    const { username } = await desk.addApprovedAccount();
    const login = await desk.server.raw({
      method: 'POST',
      url: '/api/auth/login',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'accept-language': 'es-MX' },
      payload: new URLSearchParams({ username, password: PASSWORD }).toString(),
    });
    expect(login.status).toBe(200);
    await desk.server.callOk('forgotPassword', { body: { email: username } });
    await desk.waitUntilAllSent();
    expect(desk.emailsTo(username).at(-1)?.subject).toMatch(/^Su contraseña \/ Your password/);
  });
});

describe('every email', () => {
  /** Sends one email of each kind; returns those of both accounts. */
  async function oneOfEach() {
    const account = await desk.addApprovedAccount();
    const unconfirmed = await desk.register();
    await desk.server.callOk('approveAccount', { body: { user_id: unconfirmed.id } }, desk.head());
    const { id: _id, ...body } = account;
    await desk.server.callOk('register', { body });
    const token = await desk.requestResetToken(account.username);
    await desk.server.callOk('resetPassword', { body: { token, new_pass: NEW_PASSWORD } });
    const { username } = account;
    const guess = () => desk.server.call('login', { body: { username, password: PASSWORD } });
    await guess();
    // Skips the attempts between the first and the one that locks out.
    await desk.server.db.update(login_throttle).set({ consecutive: LOCKOUT_AFTER - 1 });
    await guess();
    const owner = await accounts.add({ role: 'SUPERUSER' });
    const { _id: referral } = await desk.server.callOk(
      'addReferral',
      { body: referralBody(desk.fixtures.sites.own) },
      desk.head(),
    );
    await desk.server.callOk(
      'assignOwner',
      { body: { id: referral, owner: owner.id } },
      desk.head(),
    );
    const power = { fullname: unique('Power'), username: uniqueEmail(), password: PASSWORD };
    await desk.server.callOk('registerSuperuser', { body: power }, desk.head());
    await desk.server.db
      .update(table)
      .set({ morning_mail: true, morning_mail_day: null })
      .where(eq(table.id, owner.id));
    await sendMorningMails(desk.server.db, desk.server.app.settings, nextMorning());
    // Goes to the super user.
    await desk.server.callOk('sendTestEmail', {}, desk.head());
    // The email about the lockout is delayed, in case the right password follows, those to an owner and to super users in case of
    // more.
    await makeDue(desk.server);
    await desk.waitUntilAllSent();
    const emails = [
      ...desk.emailsTo(account.username),
      ...desk.emailsTo(unconfirmed.username).slice(-1),
      ...desk.emailsTo(owner.username),
      ...desk
        .emailsTo(SUPERUSER.email)
        .filter(({ subject }) => subject.startsWith('Test email'))
        .slice(-1),
    ];
    // Those about news are another sender's (news.test.ts).
    const kinds = Object.values(EMAILS).filter((options) => !('isNeutral' in options));
    expect(emails).toHaveLength(kinds.length);
    return { emails, account };
  }

  it('has the same content in plain text and HTML, in every language, and the HTML loads nothing', async () => {
    const { emails } = await oneOfEach();
    for (const { text, html } of emails) {
      const page = parseHtml(html);
      const lines = text.split('\n').filter((line) => !['', '* * *'].includes(line));
      for (const line of lines) {
        expect(page.text).toContain(line.replace(/:$/, ''));
      }
      for (const language of LANGUAGES) expect(html).toContain(`<div lang="${language}"`);
      expect(html).not.toMatch(/<(img|script|link|style|iframe)|url\(|src=/i);
      for (const address of page.links) expect(address.startsWith(`${PUBLIC_URL}/`)).toBe(true);
    }
  });

  it('contains no name and nothing about health, and is signed with the name of the provider', async () => {
    const { emails, account } = await oneOfEach();
    for (const { subject, text, html, raw, from } of emails) {
      expect(text.trimEnd().endsWith(`\n\n${BRAND_NAME}`)).toBe(true);
      expect(html).toContain('>Hope Recovery &amp; Treatment</p>');
      // The provider's name may say what it does, but only the sender and the signature have it.
      const unsigned = [text, html].map((part) =>
        part.replace(BRAND_NAME, '').replace('Hope Recovery &amp; Treatment', ''),
      );
      const whole = [subject, ...unsigned].join('\n');
      expect(whole).not.toContain(account.fullname);
      expect(whole).not.toMatch(
        /substance|treat|recover|health|drug|alcohol|addict|referral|tratamiento|salud|adicc|drog|remisi/i,
      );
      expect(subject).toMatch(
        /^(Your (account|password|list|team|day) \/ Su (cuenta|contraseña|lista|equipo|día)|Test email \/ Correo de prueba)/,
      );
      expect(from).toBe('The <Desk> <desk@clinic.example>');
      expect(html).toContain('background:#7a1f5c;color:#ffffff');
      expect(raw).toMatch(/^Auto-Submitted: auto-generated\r?$/m);
    }
  });
});

/** The moment of the morning mail on the next business day. */
function nextMorning(): Date {
  const { TIME_ZONE } = desk.server.app.settings;
  const day = addBusinessDays(dayIn(TIME_ZONE, new Date()), 1, new Set());
  const hours = Array.from({ length: 48 }, (_, hour) => Date.parse(day) + (hour - 14) * 3_600_000);
  const found = hours
    .map((moment) => new Date(moment))
    .find(
      (moment) => timeIn(TIME_ZONE, moment).startsWith('08') && dayIn(TIME_ZONE, moment) === day,
    );
  if (!found) throw new Error('This day has no morning');
  return found;
}

/** The text and the link targets a mail client shows of an HTML email. */
function parseHtml(html: string) {
  const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, address = '']) => address);
  const text = html
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
  return { links, text };
}
