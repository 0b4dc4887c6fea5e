/** The morning mail: who gets it, when, and what is in it. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addBusinessDays } from '../../contract/businessDays';
import { dayIn } from '../../contract/calendar';
import { addDays } from '../../contract/calendarDays';
import { account, mail, referral, site } from '../../server/db/schema';
import { sendMorningMails } from '../../server/features/referrals/today/morningMail';
import { createMigratedDatabase } from '../support/engines';
import { createFixtures, type Fixtures, referralBody } from '../support/fixtures';
import { type PreparedAccounts, prepareAccounts } from '../support/preparedAccounts';
import { startTestServer, type TestServer } from '../support/testServer';

const ZONE = 'America/Los_Angeles';
const NO_HOLIDAYS: ReadonlySet<string> = new Set();

let server: TestServer;
/** Another process on the same database. */
let other: TestServer;
let fixtures: Fixtures;
let accounts: PreparedAccounts;

beforeAll(async () => {
  const settings = {
    DATABASE_URL: await createMigratedDatabase(),
    TIME_ZONE: ZONE,
    PUBLIC_URL: 'https://desk.example.org',
    BRAND_NAME: 'Desk',
    // Nothing takes the mails, so that they stay in the outbox.
    SMTP_URL: 'smtp://127.0.0.1:1',
  };
  server = await startTestServer(settings);
  fixtures = await createFixtures(server);
  accounts = await prepareAccounts(server);
  other = await startTestServer(settings);
});
afterAll(async () => {
  await other.close();
  await server.close();
});
beforeEach(async () => {
  await server.db.delete(mail);
  await server.db.update(account).set({ morning_mail: false, morning_mail_day: null });
  await server.db.update(referral).set({ deleted_at: new Date() });
  await server.db.update(site).set({ mark: null });
});

const head = () => fixtures.bearer('superuser');
/** The business day after today, and others from it. */
const day = (ahead = 1) => addBusinessDays(dayIn(ZONE, new Date()), ahead, NO_HOLIDAYS);
/** A moment of a day by the clock there; daylight saving time does not matter for hours of the day. */
const at = (on: string, time: string) => {
  const guess = new Date(`${on}T${time}:00-08:00`);
  const isSummer = dayIn(ZONE, guess) !== on || hourIn(guess) !== Number(time.slice(0, 2));
  return isSummer ? new Date(guess.getTime() - 3_600_000) : guess;
};
const hourIn = (moment: Date) =>
  Number(moment.toLocaleString('en-GB', { timeZone: ZONE, hour: '2-digit' }));
const send = (moment: Date, changes: object = {}, from: TestServer = server) =>
  sendMorningMails(from.db, { ...from.app.settings, ...changes }, moment);
const mails = () => server.db.select().from(mail).where(eq(mail.kind, 'morning'));
const recipients = async () => (await mails()).map(({ recipient }) => recipient).toSorted();

async function file(siteId = fixtures.sites.own): Promise<string> {
  const body = referralBody(siteId);
  return (await server.callOk('addReferral', { body }, head()))._id;
}
/** Adds an account that wants the mail. */
async function subscribe(changes: Parameters<PreparedAccounts['add']>[0] = {}) {
  const added = await accounts.add({ role: 'SUPERUSER', ...changes });
  await server.db.update(account).set({ morning_mail: true }).where(eq(account.id, added.id));
  return added;
}
const callBackOn = (id: string, on: string) =>
  server.callOk(
    'setFollowUp',
    { body: { id, follow_up: { on }, because: 'Asked for it' } },
    head(),
  );

describe('the mail of the morning', () => {
  it('is asked for by the person, and off before', async () => {
    const someone = await accounts.add({ role: 'MANAGER' });
    const { access } = await accounts.beginSession(someone);
    const read = () => server.callOk('getPreferences', {}, access);
    expect(await read()).toEqual({ owner_emails: true, morning_mail: false });
    const set = (body: { owner_emails: boolean; morning_mail?: boolean }) =>
      server.callOk('setPreferences', { body }, access);
    await set({ owner_emails: true, morning_mail: true });
    expect(await read()).toEqual({ owner_emails: true, morning_mail: true });
    // An older web app does not know it.
    await set({ owner_emails: false });
    expect(await read()).toEqual({ owner_emails: false, morning_mail: true });
    const body = { owner_emails: true, morning_mail: 'yes' };
    expect(await server.call('setPreferences', { body }, access)).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'morning_mail'] }] },
    });
    expect(await read()).toEqual({ owner_emails: false, morning_mail: true });
  });

  it('has the numbers of the tab, in parts that add up, and a link to it', async () => {
    const { username } = await subscribe();
    await file();
    await file();
    await callBackOn(await file(), day());
    // Rests until later.
    await callBackOn(await file(), day(5));
    await send(at(day(), '08:00'));
    const [first, ...others] = await mails();
    expect(others).toEqual([]);
    expect(first).toMatchObject({ recipient: username, subject: 'Your day / Su día' });
    const lines = (first?.body ?? '').split('\n').filter((line) => line !== '');
    const english = lines.slice(0, lines.indexOf('See the list:'));
    expect(english[0]).toBe('To do today: 3');
    expect(english.slice(1).toSorted()).toEqual(['Call back due: 1', 'Not called yet: 2']);
    expect(lines).toContain('https://desk.example.org/today');
    expect(`${first?.subject}${first?.body}${first?.html}`).not.toMatch(
      /Prepared|referral|treatment|substance|remisi|tratamiento|%\{/i,
    );
    // The tab as of now: what is called back on the next day rests.
    const { count } = await server.callOk('countToday', { query: { view: 'mine' } }, head());
    expect(count).toBe(2);
  });

  it('begins with the language of the account', async () => {
    const { id } = await subscribe();
    await server.db.update(account).set({ language: 'es' }).where(eq(account.id, id));
    await file();
    await send(at(day(), '08:00'));
    const [first] = await mails();
    expect(first?.subject).toBe('Su día / Your day');
    expect(first?.body.startsWith('Por hacer hoy: 1\n\nTodavía sin llamar: 1')).toBe(true);
  });

  it('is sent once a day by all processes together, also after one restarts', async () => {
    const one = await subscribe();
    const two = await subscribe();
    await file();
    const moment = at(day(), '07:00');
    await Promise.all([
      send(moment),
      send(moment, {}, other),
      send(moment),
      send(moment, {}, other),
    ]);
    const both = [one.username, two.username].toSorted();
    expect(await recipients()).toEqual(both);
    // Sent, so it is in the outbox no more.
    await server.db.delete(mail);
    await send(at(day(), '07:01'), {}, other);
    await send(at(day(), '11:59'));
    expect(await mails()).toEqual([]);
    await send(at(day(2), '07:00'), {}, other);
    expect(await recipients()).toEqual(both);
  });

  it('is sent until noon if the server was down at its hour, and given up at noon', async () => {
    await subscribe();
    await file();
    await send(at(day(), '06:59'));
    await send(at(day(), '12:00'));
    await send(at(day(), '20:00'));
    expect(await mails()).toEqual([]);
    const before = Date.now();
    await send(at(day(2), '11:30'));
    const [late, ...others] = await mails();
    expect(others).toEqual([]);
    const life = (late?.expires_at.getTime() ?? 0) - before;
    expect(life).toBeGreaterThan(29 * 60_000);
    expect(life).toBeLessThan(31 * 60_000);
  });

  it('is sent at MORNING_MAIL', async () => {
    await subscribe();
    await file();
    const settings = { MORNING_MAIL: '09:30' };
    await send(at(day(), '09:29'), settings);
    expect(await mails()).toEqual([]);
    await send(at(day(), '09:30'), settings);
    expect(await mails()).toHaveLength(1);
  });

  it('is not sent on weekends and holidays', async () => {
    await subscribe();
    await file();
    let saturday = day();
    while (new Date(saturday).getUTCDay() !== 6) saturday = addDays(saturday, 1);
    await send(at(saturday, '08:00'));
    await send(at(addDays(saturday, 1), '08:00'));
    const monday = addDays(saturday, 2);
    await send(at(monday, '08:00'), { HOLIDAYS: [monday] });
    expect(await mails()).toEqual([]);
    await send(at(addDays(monday, 1), '08:00'), { HOLIDAYS: [monday] });
    expect(await mails()).toHaveLength(1);
  });

  it('is not sent if nothing is due, also if something comes later in the morning', async () => {
    await subscribe();
    await callBackOn(await file(), day(3));
    await send(at(day(), '07:00'));
    await file();
    await send(at(day(), '08:00'));
    expect(await mails()).toEqual([]);
    await send(at(day(2), '07:00'));
    expect(await mails()).toHaveLength(1);
  });

  it('does not count what is open from before the upgrade', async () => {
    await subscribe();
    const id = await file();
    await server.db.update(referral).set({ is_from_before: true }).where(eq(referral.id, id));
    await send(at(day(), '08:00'));
    expect(await mails()).toEqual([]);
  });

  it('is only sent to active accounts that want it and may act', async () => {
    const wanting = await subscribe();
    const { id } = await subscribe();
    await server.db.update(account).set({ state: 'deactivated' }).where(eq(account.id, id));
    await subscribe({ state: 'pending' });
    await subscribe({ role: 'REFERRAL' });
    await accounts.add({ role: 'SUPERUSER' });
    await file();
    await send(at(day(), '08:00'));
    expect(await recipients()).toEqual([wanting.username]);
  });

  it('counts for a manager what they may work on: referrals at their sites that are marked as ours', async () => {
    const { own } = fixtures.sites;
    const manager = await subscribe({ role: 'MANAGER', siteIds: [own] });
    const { id } = await subscribe({ role: 'MANAGER', siteIds: [own] });
    await server.db.update(account).set({ created_referrals_only: true }).where(eq(account.id, id));
    await file();
    await send(at(day(), '08:00'));
    expect(await mails()).toEqual([]);
    await server.db.update(site).set({ mark: 'ours' }).where(eq(site.id, own));
    await send(at(day(2), '08:00'));
    expect(await recipients()).toEqual([manager.username]);
  });
});

it('a run with nothing to send is one statement, which reads an index', async () => {
  const statements: string[] = [];
  const counting = new Proxy(server.db, {
    get(target, name, receiver) {
      const value: unknown = Reflect.get(target, name, receiver);
      if (typeof value === 'function') statements.push(String(name));
      return value;
    },
  });
  await sendMorningMails(counting, server.app.settings, at(day(), '08:00'));
  expect(statements).toEqual(['execute']);
  await subscribe();
  await file();
  await send(at(day(), '08:00'));
  statements.length = 0;
  await sendMorningMails(counting, server.app.settings, at(day(), '08:05'));
  expect(statements).toEqual(['execute']);
});
