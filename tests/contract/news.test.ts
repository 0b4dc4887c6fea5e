/** Emails that there is news: to whom, when, and what is in them. */
import { eq, isNotNull, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CallInput } from '../../contract/calls';
import {
  account,
  audit_event,
  mail,
  news,
  news_subscription,
  receipt,
  referral,
} from '../../server/db/schema';
import type { Database } from '../../server/db/database';
import { announceNews } from '../../server/features/referrals/news/announceNews';
import { findNews } from '../../server/features/referrals/news/findNews';
import { followUpRules } from '../../server/features/referrals/followUpRules';
import { deleteIdleSubscriptions } from '../../server/features/referrals/newsSubscriptions';
import { askForConsentOf, fileAsGuest, renewalOf, signedOnPaper } from '../support/consentFixtures';
import { createMigratedDatabase } from '../support/engines';
import { createFixtures, type Fixtures, referralBody, uniqueEmail } from '../support/fixtures';
import { type Mailbox, openMailbox, type ReceivedEmail } from '../support/mailbox';
import { makeDue, waitUntilEmpty } from '../support/outbox';
import { settleAttempts } from '../support/pastRows';
import { type PreparedAccounts, prepareAccounts } from '../support/preparedAccounts';
import { startTestServer, type TestServer } from '../support/testServer';

const PUBLIC_URL = 'https://desk.example.org';
const BRAND_NAME = 'Hope Recovery';
const MINUTE = 60_000;

let mailbox: Mailbox;
let settings: Record<string, string>;
let server: TestServer;
/** Another process on the same database. */
let other: TestServer;
let fixtures: Fixtures;
let accounts: PreparedAccounts;
const head = () => fixtures.bearer('superuser');

beforeAll(async () => {
  mailbox = await openMailbox();
  settings = {
    DATABASE_URL: await createMigratedDatabase(),
    PUBLIC_URL,
    BRAND_NAME,
    MAIL_FROM: 'Hope Recovery <desk@example.org>',
    MAIL_FROM_NOTICE: 'News <news@example.org>',
    SMTP_URL: mailbox.url,
    ACCOUNT_LIMIT_FACTOR: '1000',
  };
  server = await startTestServer(settings);
  fixtures = await createFixtures(server);
  accounts = await prepareAccounts(server);
  other = await startTestServer(settings);
  const body = { _id: fixtures.sites.own, mark: 'ours' as const, response_days: null };
  await server.callOk('markSite', { body }, head());
});
afterAll(async () => {
  await other.close();
  await server.close();
  await mailbox.close();
});

/** One run of the job. */
const run = (on: TestServer = server) => announceNews(on.db, on.app.settings, on.app.newsTokens);
/** Lets the 15 minutes pass. */
const pass = (on: TestServer = server) =>
  on.db
    .update(news)
    .set({ due_at: sql`now() - interval '1 second'` })
    .where(isNotNull(news.due_at));
/** Lets what is found become due, and returns all emails that an address got. */
async function mailsTo(address: string): Promise<ReceivedEmail[]> {
  await run();
  await pass();
  await run();
  await waitUntilEmpty(server);
  return mailbox.all().filter(({ to }) => to === address);
}

const reachOf = (id: string) => ({
  id,
  channel: 'call' as const,
  whom: 'person' as const,
  outcome: 'wantsServices' as const,
});
/** A call that reached the person, so long ago that it cannot be undone. */
async function reach(id: string) {
  await server.callOk('addContactAttempt', { body: reachOf(id) }, head());
  await settleAttempts(server.db, id);
}

type Asked = Partial<CallInput<'askConsent'>['body']>;
type Paper = Partial<CallInput<'signConsentOnPaper'>['body']>;
async function agree(id: string, asked: Asked, paper: Paper = {}) {
  const consent = await askForConsentOf(fixtures, id, asked);
  await server.callOk('signConsentOnPaper', { body: signedOnPaper(consent, paper) }, head());
  return consent;
}
const end = (...consents: string[]) =>
  server.callOk('endConsents', { body: { consents, how: 'On the phone' } }, head());
const told = async (id: string) =>
  (await server.callOk('getConsents', { params: { id } }, head())).told;
const waiting = () => server.db.select().from(news);
/** Waits for the first attempt to send the only email, which the mailbox refuses: only what changes later is seen by the next. */
const waitUntilRefused = () =>
  vi.waitFor(
    async () => {
      const rows = await server.db.select({ attempts: mail.attempts }).from(mail);
      expect(rows).toEqual([{ attempts: 1 }]);
    },
    { timeout: 20_000 },
  );

/**
 * Holds rows until all these wait for them, each started once those before it wait. Then another may change.
 * @returns what they came to
 */
async function whileHeld<Result>(
  hold: (tx: Database) => Promise<unknown>,
  calls: readonly (() => Promise<Result>)[],
  change: (tx: Database) => Promise<unknown> = async () => undefined,
): Promise<Result[]> {
  const started: Promise<Result>[] = [];
  await server.db.transaction(async (tx) => {
    await hold(tx);
    for (const call of calls) {
      started.push(call());
      await waitForLocks(started.length);
    }
    await change(tx);
  });
  return Promise.all(started);
}
const waitForLocks = (count: number) =>
  vi.waitFor(
    async () => {
      const { rows } = await (server.db.execute(sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`) as Promise<{
        rows: unknown[];
      }>);
      expect(rows).toHaveLength(count);
    },
    { timeout: 20_000 },
  );

beforeEach(async () => {
  mailbox.setMode('take');
  await server.db.delete(mail);
  await server.db.delete(news_subscription);
});

describe('an account', () => {
  /** A counsellor outside of the program who wants the emails, and a referral that they filed. */
  let counsellor: Awaited<ReturnType<typeof addCounsellor>>;
  let id: string;

  async function addCounsellor(role: 'MANAGER' | 'ADMIN' | 'REFERRAL' = 'MANAGER') {
    const added = await accounts.add({ role });
    const { access } = await accounts.beginSession(added);
    return { ...added, access };
  }
  const wants = (is_on: boolean, { access } = counsellor) =>
    server.callOk('setNewsMail', { body: { is_on } }, access);
  const isOn = async ({ access } = counsellor) =>
    (await server.callOk('getReader', {}, access)).news_mail;
  const file = async ({ access } = counsellor) =>
    (await server.callOk('addReferral', { body: referralBody(fixtures.sites.own) }, access))._id;
  const toThem = (level: Asked['level'] = 'reached', to = counsellor): Asked => ({
    recipient: { kind: 'account', account: to.id },
    level,
  });
  const mails = () => mailsTo(counsellor.username);
  const readPage = () => server.callOk('listFiled', { body: {} }, counsellor.access);

  beforeEach(async () => {
    counsellor = await addCounsellor();
    id = await file();
    await wants(true);
  });

  it('turns the emails on and off, and has none before', async () => {
    const someone = await addCounsellor();
    expect(await isOn(someone)).toBe(false);
    for (const is_on of [true, true, false, false, true]) {
      await wants(is_on, someone);
      expect(await isOn(someone)).toBe(is_on);
    }
  });

  it('gets one 15 minutes after a consent is in force, and it is in the ledger', async () => {
    expect(await mails()).toEqual([]);
    const before = Date.now();
    await agree(id, toThem());
    await run();
    const [row] = await waiting();
    const wait = (row?.due_at?.getTime() ?? 0) - before;
    expect(wait).toBeGreaterThanOrEqual(15 * MINUTE);
    expect(wait).toBeLessThan(16 * MINUTE);
    await run();
    expect(await server.db.select().from(mail)).toEqual([]);
    expect(await told(id)).toEqual([]);

    expect(await mails()).toHaveLength(1);
    expect(await told(id)).toMatchObject([
      { sentence: 'news', channel: 'notice', address: counsellor.username, by: null, times: 1 },
    ]);
    expect(await mails()).toHaveLength(1);
  });

  it('reads in it neither a name nor what the provider does, and gets the link to the page', async () => {
    await server.db.update(account).set({ language: 'es' }).where(eq(account.id, counsellor.id));
    await agree(id, toThem());
    const [email] = await mails();
    expect(email?.from).toBe('News <news@example.org>');
    expect(email?.subject).toBe(
      'Hay novedades sobre su remisión / There is news about your referral',
    );
    const { text = '', html = '', raw = '' } = email ?? {};
    const [filed] = await server.db.select().from(referral).where(eq(referral.id, id));
    const secrets = filed ? [filed.first_name, filed.last_name, filed.tracking_id] : [];
    expect(secrets).toHaveLength(3);
    for (const secret of [...secrets, 'Prepared', id, 'Hope'])
      for (const part of [text, html, raw]) expect(part).not.toContain(secret);
    expect(`${text}${html}`.replaceAll(/#stop=[\w-]+/g, '')).not.toMatch(
      /recover|treat|health|substance|drug|alcohol|addict|clinic|received|talked|tratamiento|salud|adicc|recibimos|hablado/i,
    );
    const links = text.match(/https?:\S+/g) ?? [];
    expect(new Set(links.map((link) => link.replace(/#.*/, '')))).toEqual(
      new Set([`${PUBLIC_URL}/admin`, `${PUBLIC_URL}/mails`]),
    );
  });

  it('gets one for what says more than was announced, never for the same or less', async () => {
    await agree(id, toThem('outcome'));
    expect(await mails()).toHaveLength(1);
    await reach(id);
    expect(await mails()).toHaveLength(2);
    await server.db.update(referral).set({ told_level: 'reached' }).where(eq(referral.id, id));
    expect(await mails()).toHaveLength(2);
    expect((await readPage()).items).toMatchObject([{ answer: 'talked' }]);
    // What the reader has read is no news, until they may read more.
    expect(await mails()).toHaveLength(2);
    await server.db.update(referral).set({ told_level: null }).where(eq(referral.id, id));
    expect(await mails()).toHaveLength(3);
    expect(await told(id)).toMatchObject([
      { sentence: 'news', times: 3 },
      { sentence: 'talked', channel: 'page', times: 1 },
    ]);
  });

  it('gets none for what they read, or heard from staff, in the 15 minutes', async () => {
    const consent = await agree(id, toThem());
    await run();
    await readPage();
    expect(await mails()).toEqual([]);
    await reach(id);
    await run();
    const body = { consent, sentence: 'talked' as const, channel: 'phone' as const };
    await server.callOk('tellAnswer', { body }, head());
    expect(await mails()).toEqual([]);
    expect(await waiting()).toEqual([]);
  });

  it('gets none for what may not be read any more after the 15 minutes', async () => {
    const consent = await agree(id, toThem());
    await run();
    await end(consent);
    await pass();
    await run();
    expect(await waiting()).toEqual([]);
    expect(await mails()).toEqual([]);
    expect(await told(id)).toEqual([]);
  });

  it.each<[string, (consent: string) => Promise<unknown>]>([
    ['the consent was stopped', end],
    [
      'the referral was deleted',
      async () => server.callOk('deleteReferral', { body: { id } }, head()),
    ],
    ['they have read it', readPage],
    ['they turned the emails off', () => wants(false)],
    [
      'the account was deactivated',
      () => server.callOk('deactivateAccount', { params: { id: counsellor.id } }, head()),
    ],
  ])('gets none that could not be sent at once if since then %s', async (_case, change) => {
    mailbox.setMode('refuseNow');
    const consent = await agree(id, toThem());
    await run();
    await pass();
    await run();
    await waitUntilRefused();
    await change(consent);
    mailbox.setMode('take');
    await makeDue(server);
    await waitUntilEmpty(server);
    expect(mailbox.all().filter(({ to }) => to === counsellor.username)).toEqual([]);
  });
  it('gets one that could not be sent at once, if nothing changed', async () => {
    mailbox.setMode('refuseNow');
    await agree(id, toThem());
    await run();
    await pass();
    await run();
    await waitUntilRefused();
    mailbox.setMode('take');
    await makeDue(server);
    await waitUntilEmpty(server);
    expect(mailbox.all().filter(({ to }) => to === counsellor.username)).toHaveLength(1);
  });

  it('gets one for all that is due, from all processes together, also after a restart', async () => {
    const second = await file();
    await agree(id, toThem());
    await agree(second, toThem());
    await run();
    const restarted = await startTestServer(settings);
    await pass();
    await Promise.all([run(), run(other), run(restarted), run(other)]);
    await restarted.close();
    await waitUntilEmpty(server);
    expect(mailbox.all().filter(({ to }) => to === counsellor.username)).toHaveLength(1);
    for (const one of [id, second])
      expect(await told(one)).toMatchObject([{ sentence: 'news', times: 1 }]);
  });

  it('can turn them off while one is queued', async () => {
    const consentId = await agree(id, toThem());
    await run();
    await pass();
    const holdConsent = (tx: Database) =>
      tx.execute(sql`select from consent where id = ${consentId} for update`);
    await whileHeld<unknown>(holdConsent, [() => run(), () => wants(false)]);
    expect(await isOn()).toBe(false);
    expect(await waiting()).toEqual([]);
  });

  it('can turn them off while news are found, which leaves those of others', async () => {
    const another = await addCounsellor();
    await wants(true, another);
    await agree(id, toThem());
    await agree(await file(another), toThem('reached', another));
    const holdSubscription = (tx: Database) =>
      tx
        .select()
        .from(news_subscription)
        .where(eq(news_subscription.account_id, counsellor.id))
        .for('update');
    await whileHeld(holdSubscription, [() => run()], (tx) =>
      tx.delete(news_subscription).where(eq(news_subscription.account_id, counsellor.id)),
    );
    expect(await waiting()).toHaveLength(1);
    expect(await mailsTo(another.username)).toHaveLength(1);
  });

  it('gets none without having asked for it, nor of a consent of somebody else', async () => {
    const silent = await addCounsellor();
    await agree(await file(silent), toThem('reached', silent));
    expect(await mailsTo(silent.username)).toEqual([]);
    await agree(id, {});
    expect(await mails()).toEqual([]);
  });

  it('gets none as staff of the program, who read the referral itself', async () => {
    const { own } = fixtures.sites;
    const added = await accounts.add({ role: 'MANAGER', siteIds: [own] });
    const inside = { ...added, ...(await accounts.beginSession(added)) };
    await wants(true, inside);
    await agree(id, toThem('reached', inside));
    expect(await mailsTo(inside.username)).toEqual([]);
  });

  it('gets one for what others filed, and with a login of a referral a link to its page', async () => {
    const person = await addCounsellor('REFERRAL');
    await wants(true, person);
    await agree(id, toThem('reached', person));
    const [email] = await mailsTo(person.username);
    expect(email?.text).toContain(`${PUBLIC_URL}/profile\n`);
  });

  /** Adds a parent's login who wants the emails; returns how to set the birth date of the child. */
  async function addParent() {
    const parent = await addCounsellor('REFERRAL');
    await wants(true, parent);
    const child = await file();
    await server.db
      .update(account)
      .set({ login_holder: 'guardian', referral_id: child })
      .where(eq(account.id, parent.id));
    const setBirth = (dob: string) =>
      server.db.update(referral).set({ dob }).where(eq(referral.id, child));
    return { parent, setBirth };
  }
  const bornToday = () => new Date().toISOString().slice(0, 10);

  it('gets none by a parent’s login that has stopped', async () => {
    const { parent, setBirth } = await addParent();
    await setBirth('2000-01-31');
    await agree(id, toThem('reached', parent));
    expect(await mailsTo(parent.username)).toEqual([]);
    await setBirth(bornToday());
    expect(await mailsTo(parent.username)).toHaveLength(1);
  });

  it('stops them by the link of any of them, which says nothing', async () => {
    await agree(id, toThem());
    // As after another JWT_SECRET.
    await server.db.update(news_subscription).set({ token_hash: 'of another secret' });
    const [email] = await mails();
    const token = /#stop=([\w-]+)/.exec(email?.text ?? '')?.[1] ?? '';
    expect(await server.callOk('stopNews', { body: { token } })).toEqual({ detail: 'ok' });
    expect(await isOn()).toBe(false);
    const refusal = { status: 400, body: { detail: 'This link does not work any more' } };
    for (const one of [token, 'none', ''])
      for (const call of ['stopNews', 'confirmNews'] as const)
        expect(await server.call(call, { body: { token: one } })).toMatchObject(refusal);
    expect(server.log()).not.toContain(token);
    const { rows } = (await server.db.execute(sql`
      select t::text as row from news_subscription t union all select t::text from audit_event t`)) as {
      rows: { row: string }[];
    };
    expect(rows.filter(({ row }) => row.includes(token))).toEqual([]);
  });

  it('is found by as many statements however many may read more', async () => {
    const { parent, setBirth } = await addParent();
    await setBirth(bornToday());
    const count = async () => {
      let statements = 0;
      const counting = new Proxy(server.db, {
        get(target, name, receiver) {
          const value: unknown = Reflect.get(target, name, receiver);
          if (typeof value === 'function') statements += 1;
          return value;
        },
      });
      const found = await findNews(counting, followUpRules(server.app.settings));
      return { statements, news: found.length };
    };
    await agree(id, toThem());
    const { statements } = await count();
    for (const _one of [1, 2, 3]) await agree(await file(), toThem());
    for (const _one of [1, 2]) await agree(await file(), toThem('reached', parent));
    expect(await count()).toEqual({ statements, news: 6 });
  });

  it('does not wait longer after the clock was set back', async () => {
    await agree(id, toThem());
    await run();
    await server.db.update(news).set({ due_at: sql`now() + interval '2 days'` });
    await server.app.correctStoredTimes();
    const [row] = await waiting();
    expect((row?.due_at?.getTime() ?? Infinity) - Date.now()).toBeLessThan(16 * MINUTE);
  });
});

describe('a guest', () => {
  interface Filed {
    id: string;
    reference: string;
    code: string;
    email: string;
  }
  let filed: Filed;
  beforeEach(async () => {
    const { id, reference, code } = await fileAsGuest(fixtures);
    filed = { id, reference, code, email: uniqueEmail() };
  });

  const ask = async (changes: Partial<Filed & { birth_year: string }> = {}, from?: string) => {
    const { reference, code, email } = filed;
    const { id: _id, ...body } = { reference, code, birth_year: '2005', email, ...changes };
    return (await server.callOk('askNews', { body, ...(from && { from }) })).mailed;
  };
  const agreeToGuest = (paper: Paper = {}) =>
    agree(filed.id, { recipient: { kind: 'guest' }, level: 'reached' }, paper);
  const received = () => mailbox.all().filter(({ to }) => to === filed.email);
  const tokenIn = (email: ReceivedEmail | undefined, of: 'confirm' | 'stop') =>
    new RegExp(`#${of}=([\\w-]+)`).exec(email?.text ?? '')?.[1] ?? '';
  /** Proves the address by the email. */
  async function prove() {
    expect(await ask()).toBe(true);
    await waitUntilEmpty(server);
    const [proof] = received();
    await server.callOk('confirmNews', { body: { token: tokenIn(proof, 'confirm') } });
    return proof;
  }

  it('can ask only while a consent in force names them, with the right three', async () => {
    expect(await ask()).toBe(false);
    const consent = await agreeToGuest();
    for (const wrong of [
      { birth_year: '2006' },
      { code: '0000-0000-0000-0000' },
      { reference: 'R-0000-0001' },
    ])
      expect(await ask(wrong)).toBe(false);
    expect(await server.db.select().from(news_subscription)).toEqual([]);
    expect(await ask()).toBe(true);
    await end(consent);
    expect(await ask()).toBe(false);
  });

  const holdReceipt = (tx: Database) =>
    tx.select().from(receipt).where(eq(receipt.referral_id, filed.id)).for('update');

  it('can ask twice at once: the last address counts', async () => {
    await agreeToGuest();
    const asking = [() => ask(), () => ask({ email: uniqueEmail() })];
    expect(await whileHeld(holdReceipt, asking)).toEqual([true, true]);
    expect(await server.db.select().from(news_subscription)).toHaveLength(1);
  });

  it('cannot ask by a code that is replaced in the meantime', async () => {
    await agreeToGuest();
    const renewed = await whileHeld(holdReceipt, [() => ask()], (tx) =>
      tx
        .update(receipt)
        .set({ code_hash: 'of the new code' })
        .where(eq(receipt.referral_id, filed.id)),
    );
    expect(renewed).toEqual([false]);
    expect(await server.db.select().from(news_subscription)).toEqual([]);
    expect(await server.db.select().from(mail)).toEqual([]);
  });

  it('cannot ask if the consent lets them hear it by phone alone', async () => {
    await agreeToGuest({ by_phone_only: true });
    expect(await ask()).toBe(false);
  });

  it('has as many tries as of a look-up', async () => {
    await agreeToGuest();
    const wrong = { birth_year: '2006' };
    for (const _try of [1, 2, 3, 4, 5]) await ask(wrong, '192.0.2.51');
    expect(await ask()).toBe(false);
  });

  it('gets one email that asks whether the address is theirs, and none else before', async () => {
    await agreeToGuest();
    expect(await ask()).toBe(true);
    expect(await mailsTo(filed.email)).toHaveLength(1);
    const [proof] = received();
    expect(proof?.from).toBe('News <news@example.org>');
    expect(proof?.subject).toBe('Is this your address? / ¿Es esta su dirección?');
    for (const secret of [filed.reference, filed.code, 'Noah', 'Hope', 'referral', 'remisi'])
      expect(proof?.raw).not.toContain(secret);
    const entries = await server.db
      .select({ records: audit_event.record_ids })
      .from(audit_event)
      .where(eq(audit_event.action, 'askNews'))
      .orderBy(audit_event.id);
    expect(entries.at(-1)).toEqual({ records: [filed.id] });
  });

  it('gets emails once it is proved, with a link to the look-up', async () => {
    await agreeToGuest();
    await prove();
    expect(await mailsTo(filed.email)).toHaveLength(2);
    const [, email] = received();
    expect(email?.subject).toContain('There is news about your referral');
    expect(email?.text).toContain(`${PUBLIC_URL}/track\n`);
    expect(email?.raw).not.toContain(filed.reference);
    expect(await told(filed.id)).toMatchObject([
      { sentence: 'news', channel: 'notice', address: filed.email },
    ]);
    // What the look-up said is no news.
    await reach(filed.id);
    const { reference, code } = filed;
    await server.callOk('lookUp', { body: { reference, code, birth_year: '2005' } });
    expect(await mailsTo(filed.email)).toHaveLength(2);
    await server.callOk('stopNews', { body: { token: tokenIn(email, 'stop') } });
    expect(await server.db.select().from(news_subscription)).toEqual([]);
  });

  it('can prove it again, for seven days', async () => {
    await agreeToGuest();
    const body = { token: tokenIn(await prove(), 'confirm') };
    await server.callOk('confirmNews', { body });
    const asked_at = sql`now() - interval '7 days 1 minute'`;
    await server.db.update(news_subscription).set({ asked_at });
    await server.callOk('confirmNews', { body });
    await server.db.update(news_subscription).set({ confirmed_at: null });
    expect(await server.call('confirmNews', { body })).toMatchObject({ status: 400 });
    await deleteIdleSubscriptions(server.db);
    expect(await server.db.select().from(news_subscription)).toEqual([]);
  });

  it('gets no email that asks, if the consent was stopped before it is sent', async () => {
    const consent = await agreeToGuest();
    mailbox.setMode('refuseNow');
    expect(await ask()).toBe(true);
    await waitUntilRefused();
    await end(consent);
    mailbox.setMode('take');
    await makeDue(server);
    await waitUntilEmpty(server);
    expect(received()).toEqual([]);
  });

  it('is forgotten once the receipt has a new code: who had the one before may have asked', async () => {
    await agreeToGuest();
    await prove();
    await server.callOk('renewReceipt', { body: renewalOf(filed.id) }, head());
    expect(await server.db.select().from(news_subscription)).toEqual([]);
  });

  it('is forgotten once no consent names them that has not ended', async () => {
    const signed = await agreeToGuest();
    await prove();
    await end(signed);
    await deleteIdleSubscriptions(server.db);
    expect(await server.db.select().from(news_subscription)).toHaveLength(1);
    const { consents } = await server.callOk('getConsents', { params: { id: filed.id } }, head());
    await end(...consents.filter(({ state }) => state === 'asked').map(({ id }) => id));
    await deleteIdleSubscriptions(server.db);
    expect(await server.db.select().from(news_subscription)).toEqual([]);
  });
});

describe('without a neutral sender', () => {
  it('the emails are not offered', async () => {
    const telling = await startTestServer({
      BRAND_NAME,
      MAIL_FROM: 'desk@recovery.example',
    });
    const of = await createFixtures(telling);
    const access = of.bearer('manager');
    expect((await telling.callOk('meta', {})).features).not.toContain('news');
    expect(await telling.callOk('getReader', {}, access)).not.toHaveProperty('news_mail');
    const choose = (is_on: boolean) => telling.call('setNewsMail', { body: { is_on } }, access);
    expect((await choose(true)).status).toBe(409);
    expect(await telling.db.select().from(news_subscription)).toEqual([]);
    expect((await choose(false)).status).toBe(200);
    await telling.close();
  });

  it('those that wait are dropped', async () => {
    mailbox.setMode('refuseNow');
    const DATABASE_URL = await createMigratedDatabase();
    const former = await startTestServer({ ...settings, DATABASE_URL });
    const of = await createFixtures(former);
    const { id, reference, code, birth_year } = await fileAsGuest(of);
    const asked = await askForConsentOf(of, id, { recipient: { kind: 'guest' } });
    await former.callOk(
      'signConsentOnPaper',
      { body: signedOnPaper(asked) },
      of.bearer('superuser'),
    );
    const body = { reference, code, birth_year, email: uniqueEmail() };
    expect(await former.callOk('askNews', { body })).toEqual({ mailed: true });
    await former.db.update(news_subscription).set({ confirmed_at: sql`now()` });
    await run(former);
    await pass(former);
    await run(former);
    const queued = await former.db.select({ kind: mail.kind }).from(mail);
    const kinds = ['confirmNews', 'news'];
    expect(queued.map(({ kind }) => kind)).toEqual(expect.arrayContaining(kinds));
    await former.close();
    mailbox.setMode('take');
    const MAIL_FROM = 'desk@recovery.example';
    const now = { ...settings, DATABASE_URL, MAIL_FROM, MAIL_FROM_NOTICE: '' };
    const telling = await startTestServer(now);
    await makeDue(telling);
    await waitUntilEmpty(telling);
    await telling.close();
    expect(mailbox.all().filter(({ to }) => to === body.email)).toEqual([]);
  });

  it('they are offered with one', async () => {
    expect((await server.callOk('meta', {})).features).toContain('news');
  });
});
