/**
 * For every history of attempts, strikes, days, owners, statuses, deletions and passing days, every open referral is due or rests
 * until a stated day; list, count and morning mail say what the function of contract/nextStep.ts says of a model.
 */
import { eq, inArray, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addBusinessDays } from '../../contract/businessDays';
import { dayIn } from '../../contract/calendar';
import { addDays, startOfDay } from '../../contract/calendarDays';
import { CONTACT_OUTCOMES, CONTACT_PARTIES } from '../../contract/contact';
import { waitingSince } from '../../contract/nextStep';
import { REFERRAL_STATUSES, TODAY_VIEWS } from '../../contract/staffConstants';
import { account, contact_attempt, mail, referral, site } from '../../server/db/schema';
import { followUpRules } from '../../server/features/referrals/followUpRules';
import { sendMorningMails } from '../../server/features/referrals/today/morningMail';
import { ENGINES } from '../support/engines';
import { thorough } from '../support/exhaustive';
import { createFixtures, type Fixtures, referralBody, signIn, unique } from '../support/fixtures';
import { FrozenClock, letTestsSetTheClock } from '../support/frozenClock';
import { prepareAccounts } from '../support/preparedAccounts';
import { startTestServer, type TestServer } from '../support/testServer';
import { counts, FollowUpModel, isOpen, pairOf, type Reader, type Referral } from './followUpModel';

const RUNS = { seed: 20_261_129, endOnFailure: true };
const MAX_STEPS = 18;
/** Milliseconds; the limit only ends a test that hangs. */
const LIMIT = 600_000;
/**
 * A Thursday, three days before the clocks in California are set forward. In the future: a session that was stored later than the
 * clock says would be corrected.
 */
const START = new Date('2031-03-06T20:00:00.000Z');
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MAX_REFERRALS = 8;

/** The same data under other rules: each is a server of its own on the database. */
const SETTINGS = [
  { TIME_ZONE: 'America/Los_Angeles', HOLIDAYS: '2031-03-11' },
  { TIME_ZONE: 'Pacific/Auckland', RESPONSE_DAYS: '2', FAILED_ATTEMPTS: '1' },
  { TIME_ZONE: 'Europe/Berlin', HOLIDAYS: '2031-03-07,2031-03-10,2031-04-03', RESPONSE_DAYS: '5' },
] as const;

const index = fc.nat(100);
/** So many days from today; -1 is refused. */
const days = fc.constantFrom(-1, 0, 1, 2, 4, 30, 366);
const STEPS = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('file' as const),
      isOwn: fc.boolean(),
      person: fc.nat(2),
      isHeld: fc.nat(5).map((draw) => draw === 0),
      isFromBefore: fc.nat(3).map((draw) => draw === 0),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('attempt' as const),
      of: index,
      /** Whether the last one is saved again. */
      isAgain: fc.nat(2).map((draw) => draw === 0),
      isColleagues: fc.boolean(),
      whom: fc.oneof(
        { weight: 3, arbitrary: fc.constant('person' as const) },
        { weight: 2, arbitrary: fc.constantFrom(...CONTACT_PARTIES) },
      ),
      outcome: fc.oneof(
        { weight: 2, arbitrary: fc.constant('noAnswer' as const) },
        { weight: 2, arbitrary: fc.constantFrom(...CONTACT_OUTCOMES) },
      ),
      minutesAgo: fc.constantFrom(0, 0, 1, 90),
      note: fc.constantFrom(null, null, 'Rang out', 'Line was busy'),
      days: fc.option(days),
      status: fc.option(fc.constantFrom(...REFERRAL_STATUSES), { freq: 4 }),
      isForAll: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('strike' as const),
      of: index,
      isNewest: fc.boolean(),
      isAuthors: fc.nat(3).map((draw) => draw > 0),
      reason: fc.option(fc.constant('By mistake')),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('day' as const),
      of: index,
      isColleagues: fc.boolean(),
      days: fc.option(days, { freq: 4 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('status' as const),
      of: index,
      status: fc.constantFrom(...REFERRAL_STATUSES),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('owner' as const), of: index, who: fc.nat(3) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom('delete' as const, 'putBack'), of: index }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constantFrom('release' as const, 'note', 'correct', 'differ'),
      of: index,
      other: index,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('leave' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('site' as const),
      isOwn: fc.boolean(),
      mark: fc.option(fc.constant('ours' as const)),
      responseDays: fc.option(fc.integer({ min: 1, max: 6 })),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('pass' as const),
      seconds: fc.constantFrom(1, 8, 110, HOUR, 11 * HOUR, DAY, 3 * DAY, 20 * DAY),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('rules' as const), which: fc.nat(2) }) },
);
type Step = typeof STEPS extends fc.Arbitrary<infer Value> ? Value : never;
type StepOf<Kind extends Step['kind']> = Extract<Step, { kind: Kind }>;

describe.each(ENGINES)('on $engine', ({ engine, settings }) => {
  // Both engines run the same statements.
  const numRuns = thorough(engine === 'PostgreSQL' ? 6 : 2, 150);
  let servers: [TestServer, TestServer, TestServer];
  let fixtures: Fixtures;
  let clock: FrozenClock;
  let head: Reader & { access: string };
  let colleague: Reader & { access: string };
  /** Can own referrals at times. */
  let leaver: string;
  let readers: (Reader & { access: string; username: string })[];

  beforeAll(async () => {
    const given = {
      ...(await settings()),
      PUBLIC_URL: 'https://desk.example.org',
      // Nothing takes the mails, so that they stay in the outbox.
      SMTP_URL: 'smtp://127.0.0.1:1',
    };
    if (given.DATABASE_URL) await letTestsSetTheClock(given.DATABASE_URL);
    const server = await startTestServer({ ...given, ...SETTINGS[0] });
    servers = [
      server,
      await startTestServer({ ...given, ...SETTINGS[1] }, { sharing: server }),
      await startTestServer({ ...given, ...SETTINGS[2] }, { sharing: server }),
    ];
    fixtures = await createFixtures(server);
    const accounts = await prepareAccounts(server);
    const { superuser, manager } = fixtures.people;
    head = { ...superuser, isSuperUser: true };
    const other = await accounts.add({ role: 'SUPERUSER' });
    colleague = { ...other, ...(await signIn(server, other.username)), isSuperUser: true };
    leaver = (await accounts.add({ role: 'SUPERUSER' })).id;
    readers = [
      { ...superuser, isSuperUser: true },
      { ...colleague, username: other.username },
      { ...manager, isSuperUser: false, siteId: fixtures.sites.own },
    ];
    await server.db
      .update(account)
      .set({ morning_mail: true })
      .where(
        inArray(
          account.id,
          readers.map(({ id }) => id),
        ),
      );
    clock = await FrozenClock.start(server.db, START);
  }, LIMIT);
  afterAll(async () => {
    for (const server of servers.toReversed()) await server.close();
  });

  const rulesOf = (server: TestServer) => followUpRules(server.app.settings);

  /** Starts with no referrals, and with sites and accounts as they were. */
  async function startModel(): Promise<FollowUpModel> {
    const [{ db }] = servers;
    await clock.set(new Date(clock.now.getTime() + DAY * 7));
    const model = new FollowUpModel(rulesOf(servers[0]));
    await db.update(referral).set({ deleted_at: sql`'2000-01-01'::timestamptz` });
    await db.update(site).set({ mark: null, response_days: null });
    await db.update(account).set({ state: 'active' }).where(eq(account.id, leaver));
    for (const id of [fixtures.sites.own, fixtures.sites.other])
      model.sites.set(id, { mark: null, responseDays: null });
    for (const id of [head.id, colleague.id, leaver]) model.owners.add(id);
    model.now = clock.now.getTime();
    return model;
  }

  /** One of the referrals; undefined while there is none. */
  const pick = (model: FollowUpModel, at: number) =>
    model.referrals[at % Math.max(1, model.referrals.length)];

  /** Requires that a call is refused exactly if the model refuses it. */
  const expectStatus = (
    step: Step,
    { status, text }: { status: number; text: string },
    isTaken: boolean,
  ) => expect({ step, text, isTaken: status === 200 }).toEqual({ step, text, isTaken });

  /** Takes one step on a server and in the model, which expects the same answer. */
  async function take(model: FollowUpModel, step: Step, server: TestServer): Promise<void> {
    if ('of' in step) {
      const one = pick(model, step.of);
      if (one) await takeOn(model, one, step, server);
      return;
    }
    switch (step.kind) {
      case 'file':
        return file(model, step, server);
      case 'pass':
        await clock.pass(step.seconds);
        model.now = clock.now.getTime();
        return;
      case 'leave': {
        const isHere = model.owners.has(leaver);
        if (isHere) model.owners.delete(leaver);
        else model.owners.add(leaver);
        await server.db
          .update(account)
          .set({ state: isHere ? 'deactivated' : 'active' })
          .where(eq(account.id, leaver));
        return;
      }
      case 'site': {
        const { mark, responseDays } = step;
        const id = step.isOwn ? fixtures.sites.own : fixtures.sites.other;
        model.sites.set(id, { mark, responseDays });
        const body = { _id: id, mark, response_days: responseDays };
        expectStatus(step, await server.call('markSite', { body }, head.access), true);
        return;
      }
      case 'rules':
    }
  }

  /** Takes a step of one referral. */
  async function takeOn(
    model: FollowUpModel,
    one: Referral,
    step: Extract<Step, { of: number }>,
    server: TestServer,
  ): Promise<void> {
    const call: TestServer['call'] = (name, input) => server.call(name, input, head.access);
    const isFound = model.isFound(one);
    const body = { id: one.id };
    switch (step.kind) {
      case 'attempt':
        return attempt(model, one, step, server);
      case 'strike':
        return strike(model, one, step, server);
      case 'day': {
        const on = step.days === null ? null : addDays(model.today, step.days);
        const follow_up = on === null ? null : { on };
        const actor = step.isColleagues ? colleague : head;
        const set = { body: { ...body, follow_up, because: 'So' } };
        const answer = await server.call('setFollowUp', set, actor.access);
        const isTaken = isFound && model.isPossible(one, on);
        expectStatus(step, answer, isTaken);
        if (isTaken) model.setDay(one, on, actor.id);
        return;
      }
      case 'status': {
        const answer = await call('updateReferral', { body: { ...body, status: step.status } });
        expectStatus(step, answer, isFound);
        if (isFound) model.setStatus(one, step.status);
        return;
      }
      case 'owner': {
        const owner = [null, head.id, colleague.id, leaver][step.who] ?? null;
        const isTaken = isFound && (owner === null || model.owners.has(owner));
        expectStatus(step, await call('assignOwner', { body: { ...body, owner } }), isTaken);
        if (isTaken) model.setOwner(one, owner);
        return;
      }
      case 'delete':
        // A held one can be deleted, too.
        expectStatus(step, await call('deleteReferral', { body }), !one.isDeleted);
        one.isDeleted = true;
        return;
      case 'putBack':
        expectStatus(step, await call('putBackReferral', { body }), one.isDeleted);
        if (one.isDeleted && model.hasOwnerLeft(one)) one.owner = null;
        if (one.isDeleted) one.isFromBefore = false;
        one.isDeleted = false;
        return;
      case 'release':
        expectStatus(step, await call('releaseReferral', { body }), one.isHeld && !one.isDeleted);
        if (one.isHeld && !one.isDeleted) {
          one.isHeld = false;
          one.isFromBefore = false;
        }
        return;
      case 'note':
        expectStatus(
          step,
          await call('addNote', { body: { ...body, text: unique('Note') } }),
          isFound,
        );
        return;
      case 'correct': {
        const contact_number = numberOf(model.referrals.indexOf(one));
        const filed = { ...referralBody(one.siteId), ...personOf(one.person), contact_number };
        const corrected = { ...filed, ...body, mediCal: 'Yes' };
        await call('correctReferral', { body: corrected });
        return;
      }
      case 'differ': {
        const other = pick(model, step.other);
        if (!other || other === one) return;
        const answer = await call('markNotSamePerson', { body: { ...body, other: other.id } });
        const isTaken = isFound && model.isFound(other);
        expectStatus(step, answer, isTaken);
        if (isTaken) model.different.add(pairOf(one.id, other.id));
      }
    }
  }

  /** Of this run: the people of earlier ones are others. */
  let run = 0;
  const personOf = (person: number) => ({
    first_name: `Person ${person}`,
    last_name: `Of run ${run}`,
    // The second and the third have the same birth date.
    dob: `2004-01-0${Math.min(person, 1) + 1}`,
  });

  /** The number of the referral that is filed as the so-manieth of this run. */
  const numberOf = (at: number) => `555 010 ${String(run * 100 + at).padStart(4, '0')}`;

  async function file(
    model: FollowUpModel,
    { isOwn, person, isHeld, isFromBefore }: StepOf<'file'>,
    server: TestServer,
  ): Promise<void> {
    if (model.referrals.length >= MAX_REFERRALS) return;
    // Each a moment later, so that the order of entry is known.
    await clock.pass(1);
    model.now = clock.now.getTime();
    const siteId = isOwn ? fixtures.sites.own : fixtures.sites.other;
    const filed = { ...personOf(person), contact_number: numberOf(model.referrals.length) };
    const body = referralBody(siteId, filed);
    const { _id } = await server.callOk('addReferral', { body }, head.access);
    const stored = {
      is_from_before: isFromBefore,
      ...(isHeld && { hold_reason: 'flood' as const }),
    };
    await server.db.update(referral).set(stored).where(eq(referral.id, _id));
    model.referrals.push({
      id: _id,
      siteId,
      person,
      entryDate: clock.now.toISOString(),
      status: 'Pending',
      owner: null,
      isDeleted: false,
      isHeld,
      followUpOn: null,
      reopenedAt: null,
      isFromBefore,
      attempts: [],
      set: [],
    });
  }

  async function attempt(
    model: FollowUpModel,
    picked: Referral,
    step: StepOf<'attempt'>,
    server: TestServer,
  ): Promise<void> {
    const made = model.referrals.flatMap((one) => one.attempts.map((last) => ({ one, last })));
    const newest = made.toSorted((a, b) => a.last.savedAt - b.last.savedAt).at(-1);
    const { one, last } = (step.isAgain && newest) || { one: picked, last: undefined };
    const isColleagues = last ? last.actor === colleague.id : step.isColleagues;
    const actor = isColleagues ? colleague : head;
    const { whom, outcome } = last ?? step;
    const { status, note } = step;
    const at = model.now - step.minutesAgo * MINUTE * 1_000;
    const day = step.days === null ? undefined : addDays(model.today, step.days);
    const others = model.referrals.filter(
      (other) => step.isForAll && other !== one && other.person === one.person,
    );
    const body = {
      id: one.id,
      channel: 'call',
      whom,
      outcome,
      note,
      ...(step.minutesAgo > 0 && { at: new Date(at).toISOString() }),
      ...(day !== undefined && { follow_up: { on: day } }),
      ...(status !== null && { status }),
      also: others.map(({ id }) => id),
    };
    const answer = await server.call('addContactAttempt', { body }, actor.access);
    const isTaken =
      model.isFound(one) &&
      (step.minutesAgo === 0 || model.isAttemptable(one, at)) &&
      (day === undefined || (counts(whom) && model.isPossible(one, day)));
    expect({ step, status: answer.status === 200 }).toEqual({ step, status: isTaken });
    if (!isTaken) return;
    if (status !== null) model.setStatus(one, status);
    const { id } = (answer.body as { attempt: { id: string } }).attempt;
    const visible = others.filter(model.isFound);
    const attempted = {
      id,
      actor: actor.id,
      whom,
      outcome,
      note,
      at,
      setsStatus: status !== null,
      ...(day !== undefined && { day }),
    };
    const repeated = model.findRepeated(one, attempted);
    if (repeated) {
      const known = repeated.id.includes(' ') ? id : repeated.id;
      expect({ step, id }).toEqual({ step, id: known });
    }
    model.addAttempt([one, ...visible], attempted);
    const { follow_up } = answer.body as { follow_up: { on: string } | null };
    expect({ step, day: follow_up?.on ?? null }).toEqual({ step, day: one.followUpOn });
  }

  async function strike(
    model: FollowUpModel,
    one: Referral,
    step: StepOf<'strike'>,
    server: TestServer,
  ): Promise<void> {
    // Those of other referrals have ids that the test does not know.
    const known = one.attempts.filter(({ id }) => !id.includes(' '));
    const made = step.isNewest ? known.at(-1) : known[0];
    if (!made) return;
    const actor = (made.actor === colleague.id) === step.isAuthors ? colleague : head;
    const body = { id: made.id, ...(step.reason && { reason: step.reason }) };
    const { status } = await server.call('strikeContactAttempt', { body }, actor.access);
    const expected = model.strike(one, made, actor.id, step.reason ?? undefined);
    expect({ step, status }).toEqual({ step, status: expected });
  }

  /** What is stored for each referral equals the model; `reached_at` is what the function of the attempts says. */
  async function expectStored(model: FollowUpModel): Promise<void> {
    const ids = model.referrals.map(({ id }) => id);
    const rows = await servers[0].db.select().from(referral).where(inArray(referral.id, ids));
    const stored = rows.map((row) => ({
      id: row.id,
      status: row.status,
      owner: row.owner_id,
      followUpOn: row.follow_up_on,
      reopenedAt: row.reopened_at?.toISOString() ?? null,
      reachedAt: row.reached_at?.toISOString() ?? null,
      isFromBefore: row.is_from_before,
    }));
    const expected = model.referrals.map((one) => ({
      id: one.id,
      status: one.status,
      owner: one.owner,
      followUpOn: one.followUpOn,
      reopenedAt: one.reopenedAt,
      reachedAt: model.reachedAt(one),
      isFromBefore: one.isFromBefore,
    }));
    const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
    expect(stored.toSorted(byId)).toEqual(expected.toSorted(byId));
    const attempts = await servers[0].db
      .select()
      .from(contact_attempt)
      .where(inArray(contact_attempt.referral_id, ids));
    const read = attempts.map((made) =>
      [
        made.referral_id,
        made.actor_id,
        made.whom,
        made.outcome,
        made.at.toISOString(),
        made.note,
        made.struck_at !== null,
      ].join(' '),
    );
    const known = model.referrals.flatMap((one) =>
      one.attempts.map((made) =>
        [one.id, made.actor, made.whom, made.outcome, made.at, made.note, made.isStruck].join(' '),
      ),
    );
    expect(read.toSorted()).toEqual(known.toSorted());
  }

  /** The lists are those of the model; at the end of a history, so are the counts. */
  async function expectLists(
    model: FollowUpModel,
    server: TestServer,
    some: readonly (Reader & { access: string })[],
    isEnd = false,
  ): Promise<void> {
    const rules = rulesOf(server);
    for (const reader of some) {
      for (const view of TODAY_VIEWS) {
        const query = { view, size: 100 };
        const list = await server.callOk('listToday', { query }, reader.access);
        const rows = list.items.map(({ _id, reason, due_since, also }) => ({
          id: _id,
          reason,
          since: due_since,
          also: also.map((other) => other._id),
        }));
        const { due, fromBefore, next } = model.listToday(reader, view, rules);
        const total = due.length + fromBefore.length;
        const numbers = { count: due.length, from_before: fromBefore.length, total, next };
        const read = { count: list.count, from_before: list.from_before, total: list.total };
        const where = { zone: rules.timeZone, now: clock.now, view, reader: reader.id };
        expect({ ...where, rows }).toEqual({ ...where, rows: [...due, ...fromBefore] });
        expect({ ...where, ...read, next: list.next }).toEqual({ ...where, ...numbers });
        if (!isEnd) continue;
        const { count } = await server.callOk('countToday', { query: { view } }, reader.access);
        expect({ ...where, count }).toEqual({ ...where, count: due.length });
      }
    }
  }

  /** Every open referral is due or rests until a stated day; each that is due stands in the list of everyone's once. */
  async function expectNobodyForgotten(model: FollowUpModel, server: TestServer): Promise<void> {
    const rules = rulesOf(server);
    const query = { view: 'everyone', size: 100 } as const;
    const { items } = await server.callOk('listToday', { query }, head.access);
    const today = dayIn(rules.timeZone, clock.now);
    const due = items.flatMap(({ _id, also }) => [_id, ...also.map((other) => other._id)]);
    for (const one of model.referrals.filter((each) => isOpen(each) && model.isFound(each))) {
      const { contact } = await server.callOk(
        'getReferral',
        { params: { id: one.id } },
        head.access,
      );
      const day = contact?.follow_up?.on ?? null;
      const isResting = day !== null && day > today;
      const asRow = items.filter(({ _id }) => _id === one.id).length;
      expect({ one, isListed: asRow === 1 || due.includes(one.id) || isResting }).toEqual({
        one,
        isListed: true,
      });
      expect({ one, isBoth: isResting && asRow > 0 }).toEqual({ one, isBoth: false });
    }
  }

  /** The mails of the next business morning have the numbers of the lists. */
  async function expectMails(model: FollowUpModel, server: TestServer): Promise<void> {
    const { db, app } = server;
    const rules = rulesOf(server);
    const day = addBusinessDays(dayIn(rules.timeZone, clock.now), 1, rules.holidays);
    await clock.set(new Date(startOfDay(rules.timeZone, day).getTime() + 9 * HOUR * 1_000));
    model.now = clock.now.getTime();
    await db.delete(mail);
    await db.update(account).set({ morning_mail_day: null });
    await sendMorningMails(db, app.settings);
    const mails = await db.select().from(mail).where(eq(mail.kind, 'morning'));
    for (const reader of readers) {
      const { due } = model.listToday(reader, 'mine', rules);
      const body = mails.find(({ recipient }) => recipient === reader.username)?.body ?? '';
      const english = body.slice(0, Math.max(0, body.indexOf('https://')));
      const [all = 0, ...parts] = Array.from(english.matchAll(/: (\d+)$/gm), ([, n]) => Number(n));
      const read = { all, parts: parts.toSorted((a, b) => a - b) };
      expect({ reader, ...read }).toEqual({ reader, all: due.length, parts: countsOf(due) });
    }
  }

  it(
    'every open referral is due or rests, and list, count and mail say so',
    async () => {
      let steps = 0;
      const property = fc.asyncProperty(
        fc.array(STEPS, { minLength: 6, maxLength: MAX_STEPS, size: 'max' }),
        async (drawn) => {
          run += 1;
          const model = await startModel();
          let [server] = servers;
          const first = { kind: 'file', person: 0, isHeld: false, isFromBefore: false } as const;
          const both = [true, false].map((isOwn) => ({ ...first, isOwn }));
          for (const step of [...both, ...drawn]) {
            if (step.kind === 'rules') server = servers[step.which] ?? server;
            model.rules = rulesOf(server);
            await take(model, step, server);
            await expectStored(model);
            await expectLists(model, server, [head]);
            steps += 1;
            await clock.pass(1);
            model.now = clock.now.getTime();
          }
          for (const each of servers) {
            await expectLists(model, each, readers, true);
            await expectNobodyForgotten(model, each);
          }
          await expectWaiting(model);
          await expectMails(model, server);
        },
      );
      await fc.assert(property, { ...RUNS, numRuns });
      expect(steps).toBeGreaterThan(numRuns * 8);
    },
    LIMIT,
  );

  /** 'Longest waiting' has who waits by since when they wait, then the rest by entry. */
  async function expectWaiting(model: FollowUpModel): Promise<void> {
    const query = { sort: 'waiting', order: 'desc', size: 100 } as const;
    const { items } = await servers[0].callOk('listWorklist', { body: query }, head.access);
    const waits = (one: Referral) => waitingSince(model.factsOf(one));
    const expected = model.referrals.filter(model.isFound).toSorted((a, b) => {
      const [one, other] = [waits(a), waits(b)];
      if ((one === null) !== (other === null)) return one === null ? 1 : -1;
      const [from, to] = [one ?? a.entryDate, other ?? b.entryDate];
      return from < to || (from === to && a.id < b.id) ? -1 : 1;
    });
    expect(items.map(({ _id }) => _id)).toEqual(expected.map(({ id }) => id));
  }
});

/** How many rows each reason has, ascending, without those that have none. */
function countsOf(due: readonly { reason: string }[]): number[] {
  const rows = [...new Set(due.map(({ reason }) => reason))].map(
    (reason) => due.filter((row) => row.reason === reason).length,
  );
  return rows.toSorted((a, b) => a - b);
}
