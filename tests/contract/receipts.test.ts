/** Receipts of guests, and what they learn by them. */
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CallInput } from '../../contract/calls';
import { disclosure, idempotency_record, receipt, referral } from '../../server/db/schema';
import {
  askForConsentOf,
  fileAsGuest,
  handOver,
  renewalOf,
  signedOnPaper,
  signedOnScreen,
} from '../support/consentFixtures';
import { hashTables } from '../support/databaseState';
import { createFixtures, type Fixtures, referralBody, unique } from '../support/fixtures';
import { startTestServer, type TestServer } from '../support/testServer';

let server: TestServer;
let fixtures: Fixtures;
const head = () => fixtures.bearer('superuser');
const NO_MATCH = { result: 'noMatch', sentence: null, consent: null };
const CALL_US = { result: 'answer', sentence: 'callUs', consent: null };
const TOO_MANY = { result: 'tooManyTries', sentence: null, consent: null };

beforeAll(async () => {
  server = await startTestServer();
  fixtures = await createFixtures(server);
  const body = { _id: fixtures.sites.own, mark: 'ours' as const, response_days: null };
  await server.callOk('markSite', { body }, head());
});
afterAll(() => server.close());

type Body = CallInput<'addGuestReferral'>['body'];
const file = (changes?: Partial<Body>) => fileAsGuest(fixtures, changes);
type Filed = Awaited<ReturnType<typeof file>>;

let filed: Filed;
beforeEach(async () => {
  filed = await file();
});

const lookUp = (changes: Partial<CallInput<'lookUp'>['body']> = {}) => {
  const { reference, code, birth_year } = filed;
  return server.callOk('lookUp', { body: { reference, code, birth_year, ...changes } });
};

async function agree(level: 'received' | 'reached' | 'outcome' = 'reached', byPhone = false) {
  const consent = await askForConsentOf(fixtures, filed.id, {
    recipient: { kind: 'guest' },
    level,
  });
  const body = { ...signedOnPaper(consent), by_phone_only: byPhone };
  await server.callOk('signConsentOnPaper', { body }, head());
  return consent;
}

describe('the receipt', () => {
  it('has the reference and a code of 16 letters and digits', () => {
    expect(filed.reference).toMatch(/^R-[0-9A-Z]{4}-[0-9A-Z]{4}$/);
    expect(filed.code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
  });

  it('is the same for a repeat, of the same key or content, though nothing stored has the code', async () => {
    const body = referralBody(fixtures.sites.own);
    const input = { body, headers: { 'idempotency-key': unique('key').replace(' ', '-') } };
    const from = '192.0.2.41';
    const first = await server.call('addGuestReferral', { ...input, from });
    expect(first.status).toBe(200);
    for (const again of [input, { body }])
      expect((await server.call('addGuestReferral', { ...again, from })).text).toBe(first.text);
    const { code } = first.body as { code: string };
    const stored = await server.db.select().from(idempotency_record);
    expect(stored.some(({ answer }) => answer.includes('tracking_id'))).toBe(true);
    const { rows } = (await server.db.execute(sql`
      select t::text as row from receipt t union all select t::text from idempotency_record t
      union all select t::text from referral t union all select t::text from audit_event t`)) as {
      rows: { row: string }[];
    };
    for (const form of [code, code.replaceAll('-', '')])
      expect(rows.filter(({ row }) => row.includes(form))).toEqual([]);
    expect(server.log()).not.toContain(code);
  });

  it('of a repeat of what was stored before there were receipts has no code', async () => {
    const body = referralBody(fixtures.sites.own);
    const from = '192.0.2.42';
    await server.call('addGuestReferral', { body, from });
    await server.db.update(idempotency_record).set({ answer: '{"detail":"ok"}' });
    const { body: again } = await server.call('addGuestReferral', { body, from });
    expect(again).toEqual({ detail: 'ok' });
  });

  it('is given for a held one, too', async () => {
    filed = await file({ website: 'x' });
    expect(await lookUp()).toEqual(CALL_US);
  });

  it('is not given to an account, whose answer is as before', async () => {
    const body = referralBody(fixtures.sites.own);
    const answer = await server.callOk('addReferral', { body }, head());
    expect(Object.keys(answer)).toEqual(['_id', 'tracking_id']);
    const rows = await server.db.select().from(receipt).where(eq(receipt.referral_id, answer._id));
    expect(rows).toEqual([]);
  });
});

describe('the look-up', () => {
  it('answers the right three, however they are typed', async () => {
    expect(await lookUp()).toEqual(CALL_US);
    const zeros = (text: string) => text.replaceAll('0', 'o').replaceAll('1', 'l');
    const code = zeros(filed.code.toLowerCase()).replaceAll('-', ' ');
    const reference = zeros(filed.reference.toLowerCase().slice(2));
    expect(await lookUp({ code, reference, birth_year: ' ２００５ ' })).toEqual(CALL_US);
  });

  it.each([
    ['another code', { code: '0000-0000-0000-0000' }],
    ['a code that is too short', { code: 'x' }],
    ['another year', { birth_year: '2006' }],
    ['another reference', { reference: 'R-0000-0000' }],
    ['no reference at all', { reference: 'x' }],
  ])('does not match %s, and says no more', async (_what, wrong) => {
    expect(await lookUp(wrong)).toEqual(NO_MATCH);
  });

  const nextYear = String(new Date(Date.now() + 14 * 60 * 60_000).getUTCFullYear() + 1);
  it.each(['205', '20055', '1899', nextYear, 'year', '2005.', '2e03', '20e2', '.2e4', '+200'])(
    'refuses the year %j alike for a known and an unknown reference',
    async (birth_year) => {
      const body = { reference: filed.reference, code: filed.code, birth_year };
      const known = await server.call('lookUp', { body });
      const unknown = await server.call('lookUp', { body: { ...body, reference: 'R-0000-0001' } });
      expect(known).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['body', 'birth_year'] }] },
      });
      expect(unknown.text).toBe(known.text);
    },
  );

  it('goes by the birth year as filed', async () => {
    const { body } = filed;
    const corrected = { ...body, id: filed.id, dob: '2004-02-28' };
    await server.callOk('correctReferral', { body: corrected }, head());
    expect(await lookUp({ birth_year: '2004' })).toEqual(NO_MATCH);
    expect(await lookUp()).toEqual(CALL_US);
  });

  it('says the same whatever became of it', async () => {
    const { id } = filed;
    await server.callOk('updateReferral', { body: { id, status: 'Declined Services' } }, head());
    expect(await lookUp()).toEqual(CALL_US);
    await server.callOk('deleteReferral', { body: { id } }, head());
    expect(await lookUp()).toEqual(CALL_US);
  });

  it.each([true, false])(
    'after five tries refuses a right one, too (existing: %s)',
    async (exists) => {
      const reference = exists ? filed.reference : 'R-0000-0009';
      for (let tries = 0; tries < 5; tries += 1)
        expect(await lookUp({ reference, code: 'x' })).toEqual(NO_MATCH);
      expect(await lookUp({ reference })).toEqual(TOO_MANY);
      expect(await lookUp({ reference: reference.toLowerCase().replaceAll('-', '') })).toEqual(
        TOO_MANY,
      );
    },
  );

  it('counts a network as a login does', async () => {
    const from = '192.0.2.55';
    let status = 200;
    let tries = 0;
    for (; status === 200 && tries < 150; tries += 1) {
      const reference = `R-0000-1${String(tries).padStart(3, '0')}`;
      ({ status } = await server.call('lookUp', {
        from,
        body: { reference, code: 'x', birth_year: '2005' },
      }));
    }
    expect({ status, tries }).toEqual({ status: 429, tries: 101 });
  });

  it('is not stored by caches, and leaves neither reference nor code in the log', async () => {
    const { reference, code, birth_year } = filed;
    const answer = await server.call('lookUp', { body: { reference, code, birth_year } });
    expect(answer.headers['cache-control']).toBe('no-store');
    for (const text of [reference, code]) expect(server.log()).not.toContain(text);
  });

  it('changes nothing but counters and the trail without a consent', async () => {
    const before = await hashTables(server.db);
    await lookUp();
    const after = await hashTables(server.db);
    const changed = Object.keys(after).filter(
      (name) => after[name as never] !== before[name as never],
    );
    expect(changed.every((name) => /^(audit_|limit_)/.test(name))).toBe(true);
  });
});

describe('a consent that names the guest', () => {
  it('lets the look-up say more, once it is signed, and until it is stopped', async () => {
    await askForConsentOf(fixtures, filed.id, { recipient: { kind: 'guest' } });
    expect(await lookUp()).toEqual(CALL_US);
    const consent = await agree();
    expect(await lookUp()).toMatchObject({ sentence: 'notTalked', consent: { level: 'reached' } });
    const rows = await server.db
      .select()
      .from(disclosure)
      .where(eq(disclosure.consent_id, consent));
    expect(rows).toMatchObject([
      { channel: 'lookUp', sentence: 'notTalked', actor_id: null, times: 1 },
    ]);
    const body = { consents: [consent], how: 'On the phone' };
    await server.callOk('endConsents', { body }, head());
    expect(await lookUp()).toEqual(CALL_US);
  });

  it('is shown as it was signed, though staff say less', async () => {
    await agree('outcome');
    const isIt = eq(referral.id, filed.id);
    await server.db.update(referral).set({ told_level: 'received' }).where(isIt);
    expect(await lookUp()).toMatchObject({ sentence: 'received', consent: { level: 'outcome' } });
  });

  it('by phone alone leaves the look-up silent, and lets staff say it', async () => {
    await agree('reached', true);
    expect(await lookUp()).toEqual(CALL_US);
    const { askers } = await server.callOk('getConsents', { params: { id: filed.id } }, head());
    expect(askers).toMatchObject([
      { kind: 'guest', name: filed.body.guest_name, is_filer: true, sentence: 'notTalked' },
    ]);
  });

  it('by phone alone, signed on screen, leaves it silent, too', async () => {
    const { consent, token } = await handOver(fixtures, {
      id: filed.id,
      recipient: { kind: 'guest' },
    });
    await server.callOk('answerConsent', { body: signedOnScreen(token, { by_phone_only: true }) });
    expect(await lookUp()).toEqual(CALL_US);
    const { consents } = await server.callOk('getConsents', { params: { id: filed.id } }, head());
    expect(consents.find(({ id }) => id === consent)).toMatchObject({
      state: 'inForce',
      by_phone_only: true,
    });
  });

  it('lets staff give the answer, with a row in the ledger', async () => {
    const consent = await agree();
    const body = { consent, sentence: 'notTalked' as const, channel: 'phone' as const };
    await server.callOk('tellAnswer', { body }, head());
    const rows = await server.db
      .select()
      .from(disclosure)
      .where(eq(disclosure.consent_id, consent));
    expect(rows).toMatchObject([{ channel: 'phone' }]);
  });

  it('needs their name', async () => {
    filed = await file({ guest_name: ' ' });
    const body = {
      id: filed.id,
      recipient: { kind: 'guest' as const },
      level: 'reached' as const,
      purpose: 'At the request of the person',
    };
    expect(await server.call('askConsent', { body }, head())).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'recipient'] }] },
    });
  });

  it('never speaks of a deleted or a held one', async () => {
    await agree();
    await server.callOk('deleteReferral', { body: { id: filed.id } }, head());
    expect(await lookUp()).toEqual(CALL_US);
  });
});

describe('a new code', () => {
  const renew = (id: string, by = head()) =>
    server.call('renewReceipt', { body: renewalOf(id) }, by);

  it('ends the one before, and leaves the consents in force', async () => {
    await agree();
    const { status, body } = await renew(filed.id);
    expect(status).toBe(200);
    const { code, tracking_id } = body as { code: string; tracking_id: string };
    expect(tracking_id).toBe(filed.reference);
    expect(code).not.toBe(filed.code);
    expect(await lookUp()).toEqual(NO_MATCH);
    expect(await lookUp({ code })).toMatchObject({ sentence: 'notTalked' });
    expect(server.log()).not.toContain(code);
  });

  it('comes each time, so that the last of two is the one that counts', async () => {
    const codes = (await Promise.all([renew(filed.id), renew(filed.id)])).map(
      ({ body }) => (body as { code: string }).code,
    );
    const answers = await Promise.all(codes.map((code) => lookUp({ code })));
    expect(answers.map(({ result }) => result).toSorted()).toEqual(['answer', 'noMatch']);
  });

  it('needs all three to be named', async () => {
    const body = { ...renewalOf(filed.id), birth_date: false };
    expect(await server.call('renewReceipt', { body }, head())).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'birth_date'] }] },
    });
    expect(await lookUp()).toEqual(CALL_US);
  });

  it('is only for a guest who gave a name', async () => {
    const body = referralBody(fixtures.sites.own);
    const { _id } = await server.callOk('addReferral', { body }, head());
    const nameless = await file({ guest_name: null });
    for (const id of [_id, nameless.id]) expect((await renew(id)).status).toBe(409);
  });

  it('is not for a deleted or held one, nor given by a manager who does not see it', async () => {
    expect((await renew((await file({ website: 'x' })).id)).status).toBe(404);
    const elsewhere = await file({ site: referralBody(fixtures.sites.other).site });
    expect((await renew(elsewhere.id, fixtures.bearer('manager'))).status).toBe(404);
    await server.callOk('deleteReferral', { body: { id: filed.id } }, head());
    expect((await renew(filed.id)).status).toBe(404);
  });
});
