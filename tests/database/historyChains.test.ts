/**
 * The history as a chain: each event begins where the one before ended, also for concurrent changes, so that replaying it
 * backwards gives the original submission.
 */
import { asc, eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyCallName } from '../../contract/calls';
import { PREFERRED_LANGUAGES, SEXES, SUBSTANCES } from '../../contract/constants';
import { REFERRAL_STATUSES } from '../../contract/staffConstants';
import { type EventChange, mail, referral, referral_event } from '../../server/db/schema';
import { DEFAULT_ENGINES } from '../support/engines';
import { thorough } from '../support/exhaustive';
import {
  type PreparedAccount,
  type PreparedAccounts,
  prepareAccounts,
} from '../support/preparedAccounts';
import { findUnexpectedOutcomes, race, ROUNDS } from '../support/race';
import { type AnyInput, startTestServer, type TestServer } from '../support/testServer';
import { createFixtures, referralBody, unique, type Fixtures } from '../support/fixtures';

const RUNS = thorough(15, 150);
const MOST_CHANGES = 12;

type Row = typeof referral.$inferSelect;

/** What the history tracks, by the field of its events. */
const track = (row: Row): Record<string, EventChange['from']> => ({
  status: row.status,
  notes: row.notes || null,
  referred_by: row.referrer_id || null,
  owner: row.owner_id,
  site: row.site_id,
  substance: row.substance,
  first_name: row.first_name,
  last_name: row.last_name,
  contact_number: row.contact_number,
  sex: row.sex,
  dob: row.dob,
  mediCal: row.mediCal,
  mediCal_county: row.mediCal_county,
  probation_name: row.probation_name,
  probation_phone: row.probation_phone,
  probation_email: row.probation_email,
  preferred_language: row.preferred_language,
  may_voicemail: row.may_voicemail === null ? null : String(row.may_voicemail),
  may_text: row.may_text === null ? null : String(row.may_text),
  reach_note: row.reach_note,
});

describe.each(DEFAULT_ENGINES)('on $engine', ({ engine, settings }) => {
  let server: TestServer;
  let fixtures: Fixtures;
  let accounts: PreparedAccounts;
  let owners: PreparedAccount[];

  beforeAll(async () => {
    server = await startTestServer(await settings());
    fixtures = await createFixtures(server);
    accounts = await prepareAccounts(server);
    const add = () => accounts.add({ role: 'SUPERUSER' });
    owners = [await add(), await add()];
  });
  afterAll(() => server.close());

  const head = () => fixtures.bearer('superuser');
  const call = (name: AnyCallName, input: AnyInput) => server.call(name, input, head());
  async function file(): Promise<string> {
    const body = referralBody(fixtures.sites.own, { notes: 'As filed.' });
    return (await server.callOk('addReferral', { body }, fixtures.bearer('manager')))._id;
  }
  async function read(id: string): Promise<Row> {
    const [row] = await server.db.select().from(referral).where(eq(referral.id, id));
    if (!row) throw new Error('The referral is not stored');
    return row;
  }
  const eventsOf = (id: string) =>
    server.db
      .select()
      .from(referral_event)
      .where(eq(referral_event.referral_id, id))
      .orderBy(asc(referral_event.at), asc(referral_event.id));

  /** Replays the history backwards from the current values. Fails at an event that does not end where the next one begins. */
  async function rewind(id: string) {
    const values = track(await read(id));
    const events = await eventsOf(id);
    for (const { changes } of events.toReversed()) {
      for (const { field, from, to } of changes) {
        expect({ field, value: values[field] }).toEqual({ field, value: to });
        expect(from).not.toEqual(to);
        values[field] = from;
      }
    }
    return { values, events };
  }

  it(`replaying ${RUNS} random histories backwards gives the original`, async () => {
    const { sites, people, county } = fixtures;
    const names = fc.constantFrom('Robin', 'Zoë', 'José', 'مریم', 'O’Brien');
    const correction = fc.record({
      site: fc.constantFrom(sites.own, sites.other, sites.probation).map((value) => ({ value })),
      substance: fc.uniqueArray(fc.constantFrom(...SUBSTANCES.map(({ name }) => name)), {
        minLength: 1,
      }),
      first_name: names,
      last_name: names,
      contact_number: fc.constantFrom('(555) 010-2030', '+1 555 010 2031'),
      sex: fc.constantFrom(...SEXES),
      dob: fc.constantFrom('2005-02-28', '1999-12-31'),
      mediCal: fc.constantFrom('M-1', 'M-2'),
      mediCal_county: fc.constant(county),
      probation_name: names,
      probation_phone: fc.constantFrom('555 010 2040', '555 010 2041'),
      probation_email: fc.constantFrom('one@example.org', 'two@example.org'),
      preferred_language: fc.constantFrom(...PREFERRED_LANGUAGES, null, undefined),
      may_voicemail: fc.constantFrom(true, false, null, undefined),
      may_text: fc.constantFrom(true, false, null, undefined),
      reach_note: fc.constantFrom('After 3 PM', 'Mornings', '', undefined),
    });
    const change = fc.oneof(
      { weight: 3, arbitrary: correction.map((body) => ['correctReferral', body] as const) },
      fc
        .record(
          {
            status: fc.constantFrom(...REFERRAL_STATUSES),
            notes: fc.constantFrom('', 'Called back.'),
            referred_by: fc.constantFrom(people.manager.id, people.limited.id),
          },
          { requiredKeys: [] },
        )
        .map((body) => ['updateReferral', body] as const),
      fc
        .constantFrom(null, ...owners.map((owner) => owner.id))
        .map((owner) => ['assignOwner', { owner }] as const),
      fc.constant(['addNote', { text: 'A note.' }] as const),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: MOST_CHANGES }), async (changes) => {
        const id = await file();
        const original = track(await read(id));
        for (const [name, body] of changes) {
          const answer = await call(name, { body: { ...body, id } });
          expect({ name, status: answer.status, text: answer.text }).toMatchObject({ status: 200 });
        }
        expect((await rewind(id)).values).toEqual(original);
      }),
      { numRuns: RUNS, seed: 24 },
    );
  });

  const rounds = ROUNDS[engine];

  it(`concurrent changes without a version form one chain, ${rounds} times`, async () => {
    const play = async (round: number) => {
      const id = await file();
      const original = track(await read(id));
      const filed = referralBody(fixtures.sites.own);
      const [first, second] = owners;
      const answers = await race(
        round,
        () => call('updateReferral', { body: { id, status: 'Processed', notes: unique('One') } }),
        () => call('updateReferral', { body: { id, status: 'Declined Services' } }),
        () => call('correctReferral', { body: { ...filed, id, first_name: 'Zoë' } }),
        () => call('correctReferral', { body: { ...filed, id, first_name: 'José' } }),
        () => call('assignOwner', { body: { id, owner: first?.id } }),
        () => call('assignOwner', { body: { id, owner: second?.id } }),
        () => call('addNote', { body: { id, text: 'A note.' } }),
      );
      const { values, events } = await rewind(id);
      expect(values).toEqual(original);
      const kinds = events.map(({ kind }) => kind);
      return {
        statuses: [...new Set(answers.map(({ status }) => status))],
        notes: kinds.filter((kind) => kind === 'note').length,
        owners: kinds.filter((kind) => kind === 'owner').length,
      };
    };
    const allowed = [{ statuses: [200], notes: 1, owners: 2 }];
    expect(await findUnexpectedOutcomes(rounds, play, allowed)).toEqual({});
  });

  it(`one of two corrections, and of two assignments, of the same version succeeds, ${rounds} times`, async () => {
    const play = async (round: number) => {
      const id = await file();
      const headers = { 'if-match': '"1"' };
      const filed = referralBody(fixtures.sites.own);
      const corrected = (first_name: string) => () =>
        call('correctReferral', { body: { ...filed, id, first_name }, headers });
      const assigned = (owner: string | undefined) => () =>
        call('assignOwner', { body: { id, owner }, headers });
      const racers =
        round % 2 === 0
          ? ([corrected('Zoë'), corrected('José')] as const)
          : ([assigned(owners[0]?.id), assigned(owners[1]?.id)] as const);
      const answers = await race(round, ...racers);
      const { events } = await rewind(id);
      return {
        statuses: answers.map(({ status }) => status).toSorted((a, b) => a - b),
        events: events.length,
        version: (await read(id)).version,
      };
    };
    const allowed = [{ statuses: [200, 412], events: 1, version: 2 }];
    expect(await findUnexpectedOutcomes(rounds, play, allowed)).toEqual({});
  });

  it(`an account is not deactivated between the check and its assignment, and no call deadlocks, ${rounds} times`, async () => {
    const play = async (round: number) => {
      const owner = await accounts.add({ role: 'SUPERUSER' });
      const actor = await accounts.add({ role: 'SUPERUSER' });
      const { access } = await accounts.beginSession(actor);
      const [one, two] = [await file(), await file()];
      const answers = await race(
        round,
        () => server.call('assignOwner', { body: { id: one, owner: owner.id } }, access),
        () => call('assignOwner', { body: { id: two, owner: owner.id } }),
        () => call('deactivateAccount', { params: { id: owner.id } }),
      );
      const mails = await server.db.$count(mail, eq(mail.account_id, owner.id));
      await server.db.delete(mail).where(sql`true`);
      const owned = [one, two].map(async (id) => (await read(id)).owner_id === owner.id);
      const statuses = answers.map(({ status }) => status);
      const isOwned = await Promise.all(owned);
      return {
        // An assignment succeeds exactly if the account owns the referral now.
        agrees: isOwned.every((owns, index) => owns === (statuses[index] === 200)),
        others: statuses.filter((status) => ![200, 404].includes(status)),
        oneMail: mails <= 1,
        deactivated: statuses[2],
      };
    };
    const allowed = [{ agrees: true, others: [], oneMail: true, deactivated: 200 }];
    expect(await findUnexpectedOutcomes(rounds, play, allowed)).toEqual({});
  });
});
