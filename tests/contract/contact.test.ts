/** Contact attempts, the days to call back, and what is to do today. */
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addBusinessDays } from '../../contract/businessDays';
import { dayIn } from '../../contract/calendar';
import { addDays } from '../../contract/calendarDays';
import { audit_event, contact_attempt, referral, site } from '../../server/db/schema';
import { followUpRules } from '../../server/features/referrals/followUpRules';
import { createFixtures, type Fixtures, referralBody, signIn, unique } from '../support/fixtures';
import { type PreparedAccounts, prepareAccounts } from '../support/preparedAccounts';
import { startTestServer, type TestServer } from '../support/testServer';

let server: TestServer;
let fixtures: Fixtures;
let accounts: PreparedAccounts;

beforeAll(async () => {
  server = await startTestServer();
  fixtures = await createFixtures(server);
  accounts = await prepareAccounts(server);
});
afterAll(() => server.close());

const head = () => fixtures.bearer('superuser');
const rules = () => followUpRules(server.app.settings);
const today = () => dayIn(rules().timeZone, new Date());
const tomorrow = () => addBusinessDays(today(), 1, rules().holidays);

async function file(changes: object = {}): Promise<string> {
  const body = referralBody(fixtures.sites.own, changes);
  return (await server.callOk('addReferral', { body }, head()))._id;
}
const show = (id: string) => server.callOk('getReferral', { params: { id } }, head());
const eventsOf = async (id: string) =>
  (await server.callOk('getHistory', { params: { id } }, head())).events;
const ATTEMPT = { channel: 'call', whom: 'person', outcome: 'noAnswer' } as const;
const attempt = (id: string, changes: object = {}, bearer = head()) =>
  server.call('addContactAttempt', { body: { id, ...ATTEMPT, ...changes } }, bearer);
const saved = async (id: string, changes: object = {}, bearer = head()) =>
  server.callOk('addContactAttempt', { body: { id, ...ATTEMPT, ...changes } }, bearer);
const strike = (id: string, reason?: string, bearer = head()) =>
  server.call('strikeContactAttempt', { body: { id, ...(reason && { reason }) } }, bearer);
const setDay = (id: string, followUp: object | null, because?: string) =>
  server.call('setFollowUp', { body: { id, follow_up: followUp, because } }, head());
/** Makes what was saved look as if it had been saved earlier: nothing but the test changes an attempt. */
async function age(id: string, seconds: number) {
  await server.db.execute(
    sql`alter table contact_attempt disable trigger contact_attempt_only_struck`,
  );
  await server.db
    .update(contact_attempt)
    .set({ created_at: sql`${contact_attempt.created_at} - make_interval(secs => ${seconds})` })
    .where(eq(contact_attempt.id, id));
  await server.db.execute(
    sql`alter table contact_attempt enable trigger contact_attempt_only_struck`,
  );
}
const enter = (id: string, day: string) =>
  server.db
    .update(referral)
    .set({ entry_date: new Date(`${day}T20:00:00Z`) })
    .where(eq(referral.id, id));
const issuesOf = ({ body }: { body: unknown }) =>
  (body as { detail: { loc: string[] }[] }).detail.map(({ loc }) => loc.join('.'));

describe('an attempt', () => {
  it('is stored with the next business day, raises no version, and stands in the history', async () => {
    const id = await file();
    const answer = await saved(id, { note: '  Rang ten times ' });
    expect(answer).toMatchObject({ attempt: ATTEMPT, follow_up: { on: tomorrow() }, others: [] });
    expect(await show(id)).toMatchObject({
      version: 1,
      contact: {
        attempts: [{ ...ATTEMPT, id: answer.attempt.id }],
        follow_up: { on: tomorrow(), at: null, by: { id: fixtures.people.superuser.id } },
      },
    });
    expect((await eventsOf(id))[0]).toMatchObject({
      kind: 'attempt',
      text: 'Rang ten times',
      attempt: { ...ATTEMPT, follow_up: tomorrow(), struck: null },
    });
  });

  it('sets the chosen day and hour', async () => {
    const id = await file();
    const follow_up = { on: addDays(today(), 9), at: '15:30' };
    expect(await saved(id, { outcome: 'notNow', follow_up })).toMatchObject({ follow_up });
    expect((await show(id)).contact?.follow_up).toMatchObject(follow_up);
  });

  it.each(['referrer', 'other'])('towards %s sets no day, and answers none', async (whom) => {
    const id = await file();
    expect(await saved(id, { whom })).toMatchObject({ follow_up: null });
    await saved(id);
    const other = { whom, outcome: 'voicemail' };
    expect(await saved(id, other)).toMatchObject({ follow_up: { on: tomorrow() } });
    expect((await show(id)).contact?.attempts).toHaveLength(3);
    const follow_up = { on: addDays(today(), 2) };
    expect(issuesOf(await attempt(id, { whom, follow_up }))).toEqual(['body.follow_up']);
    expect((await show(id)).contact?.attempts).toHaveLength(3);
  });

  it('with a closing status sets a chosen day only, and with an open one needs a day', async () => {
    const [one, other, open] = [await file(), await file(), await file()];
    const closed = await saved(one, { outcome: 'declines', status: 'Declined Services' });
    expect(closed.follow_up).toBeNull();
    expect(await show(one)).toMatchObject({ status: 'Declined Services', version: 2 });
    const follow_up = { on: addDays(today(), 30) };
    const chosen = await saved(other, { outcome: 'notNow', status: 'Processed', follow_up });
    expect(chosen.follow_up).toMatchObject(follow_up);
    expect(issuesOf(await attempt(open, { follow_up: null }))).toEqual(['body.follow_up']);
    expect((await show(open)).contact?.attempts).toEqual([]);
  });

  it('on a closed referral leaves the next business day, or none if that is chosen', async () => {
    const id = await file();
    await server.callOk('updateReferral', { body: { id, status: 'Processed' } }, head());
    expect((await saved(id, { outcome: 'calledUs' })).follow_up).toEqual({
      on: tomorrow(),
      at: null,
    });
    expect(await show(id)).toMatchObject({
      status: 'Processed',
      contact: { follow_up: { on: tomorrow() } },
    });
    expect((await saved(id, { outcome: 'declines', follow_up: null })).follow_up).toBeNull();
    expect((await show(id)).contact?.follow_up).toBeNull();
  });

  it('with another status than the one that ends a referral clears the reason why it ended', async () => {
    const id = await file();
    const body = { id, status: 'Declined Services', end_reason: 'notNow' } as const;
    await server.callOk('updateReferral', { body }, head());
    await saved(id, { outcome: 'calledUs', status: 'Pending' });
    const [row] = await server.db.select().from(referral).where(eq(referral.id, id));
    expect(row).toMatchObject({ status: 'Pending', end_reason: null });
  });

  it('was made at a time from the day of the entry to five minutes ahead, which count as now', async () => {
    const id = await file();
    const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
    expect(issuesOf(await attempt(id, { at: at(6) }))).toEqual(['body.at']);
    expect(issuesOf(await attempt(id, { at: at(-48 * 60) }))).toEqual(['body.at']);
    expect((await show(id)).contact?.attempts).toEqual([]);
    const answer = await saved(id, { at: at(4) });
    expect(Date.parse(answer.attempt.at)).toBeLessThan(Date.now() + 60_000);
  });

  it('is one if the same person saves the same within two minutes on the same number', async () => {
    const id = await file();
    const first = await saved(id);
    expect((await saved(id)).attempt.id).toBe(first.attempt.id);
    expect((await saved(id, { outcome: 'voicemail' })).attempt.id).not.toBe(first.attempt.id);
    const { token } = await colleague();
    expect((await saved(id, {}, token)).attempt.id).not.toBe(first.attempt.id);
    const { contact_number: _old, ...filed } = referralBody(fixtures.sites.own);
    const body = { ...filed, id, contact_number: '555 010 9999' };
    await server.callOk('correctReferral', { body }, head());
    expect((await saved(id)).attempt.id).not.toBe(first.attempt.id);
    expect((await show(id)).contact?.attempts).toHaveLength(4);
  });

  it('is another one if it was made more than two minutes before or after', async () => {
    const id = await file();
    await enter(id, addDays(today(), -3));
    const noon = Date.now() - 86_400_000;
    const ids = [];
    for (const seconds of [0, 120, -120, 121, -121]) {
      const at = new Date(noon + seconds * 1_000).toISOString();
      ids.push((await saved(id, { at })).attempt.id);
    }
    const [first] = ids;
    expect(ids.map((one) => one === first)).toEqual([true, true, true, false, false]);
    expect((await saved(id)).attempt.id).not.toBe(first);
    expect((await show(id)).contact?.attempts).toHaveLength(4);
  });

  it('loses no note: one without gets that of the repeat, and another note makes another attempt', async () => {
    const id = await file();
    const first = (await saved(id)).attempt.id;
    const add = async (note: string) => (await saved(id, { note })).attempt.id;
    expect(await add('Rang out')).toBe(first);
    expect(await add('Rang out')).toBe(first);
    expect(await add('')).toBe(first);
    const second = await add('Line was busy');
    expect(second).not.toBe(first);
    expect(await add('Rang out')).toBe(first);
    const events = (await eventsOf(id)).filter(({ kind }) => kind === 'attempt');
    expect(events.map((event) => [event.id, event.text])).toEqual([
      [second, 'Line was busy'],
      [first, 'Rang out'],
    ]);
  });

  it('that repeats one adds what is new of it: other referrals, a status and a chosen day', async () => {
    const [one, other, third] = [await file(), await file(), await file()];
    const first = await saved(one, { also: [other] });
    const follow_up = { on: addDays(today(), 5), at: null };
    const again = await saved(one, { also: [other, third], status: 'More Info Needed', follow_up });
    expect(again).toMatchObject({ attempt: { id: first.attempt.id }, follow_up });
    expect(await show(one)).toMatchObject({
      status: 'More Info Needed',
      contact: { attempts: [{ id: first.attempt.id }], follow_up },
    });
    for (const id of [other, third])
      expect((await show(id)).contact).toMatchObject({ attempts: [ATTEMPT], follow_up });
    // The day in force, also if the repeat has none.
    expect((await saved(one)).follow_up).toEqual(follow_up);
    await strike(first.attempt.id);
    for (const id of [one, other, third])
      expect((await show(id)).contact).toMatchObject({ attempts: [], follow_up: null });
  });

  it('is audited with the referrals on which something was stored', async () => {
    const [one, other, closed] = [await file(), await file(), await file()];
    await server.callOk('updateReferral', { body: { id: closed, status: 'Processed' } }, head());
    const entries = async () => {
      const rows = await server.db
        .select({ ids: audit_event.record_ids })
        .from(audit_event)
        .where(
          sql`${audit_event.action} = 'addContactAttempt' and ${one} = any(${audit_event.record_ids})`,
        )
        .orderBy(audit_event.at);
      return rows.map(({ ids }) => ids.toSorted());
    };
    const both = [one, other].toSorted();
    await saved(one, { also: [other, closed, 'missing'] });
    expect(await entries()).toEqual([both]);
    await saved(one, { also: [other] });
    expect(await entries()).toEqual([both]);
    await saved(one, { status: 'Pending' });
    expect(await entries()).toEqual([both]);
    await saved(one, { note: 'Rang out' });
    await saved(one, { status: 'More Info Needed' });
    await saved(one, { follow_up: { on: today() } });
    expect(await entries()).toEqual([both, [one], [one], [one]]);
  });

  it('is one for the same key, also after it was struck', async () => {
    const id = await file();
    const body = { id, ...ATTEMPT };
    const headers = { 'idempotency-key': unique('key').replace(' ', '-') };
    const first = await server.callOk('addContactAttempt', { body, headers } as never, head());
    await strike(first.attempt.id);
    const again = await server.callOk('addContactAttempt', { body, headers } as never, head());
    expect(again).toEqual(first);
    expect((await show(id)).contact?.attempts).toEqual([]);
    expect((await saved(id)).attempt.id).not.toBe(first.attempt.id);
  });

  it("answers with a colleague's attempt of the same time; both stay", async () => {
    const id = await file();
    const { token, id: other } = await colleague();
    const [mine, theirs] = await Promise.all([
      saved(id),
      saved(id, { outcome: 'voicemail' }, token),
    ]);
    const listed = [mine.others.map((one) => one.id), theirs.others.map((one) => one.id)];
    // The answer to the second attempt lists the first. The author of the first reads the second in the history.
    expect([
      [[], [mine.attempt.id]],
      [[theirs.attempt.id], []],
    ]).toContainEqual(listed);
    expect(
      (await eventsOf(id)).filter(({ kind }) => kind === 'attempt').map((event) => event.actor?.id),
    ).toEqual(expect.arrayContaining([other, fixtures.people.superuser.id]));
    const third = await saved(id, { outcome: 'leftWord' });
    expect(third.others).toMatchObject([{ outcome: 'voicemail', actor: { id: other } }]);
    expect((await show(id)).contact?.attempts).toHaveLength(3);
  });

  it("answers with a colleague's attempt on the person's other referrals, once for each tap", async () => {
    const [one, other] = [await file(), await file()];
    const { token, id } = await colleague();
    await saved(other, { outcome: 'voicemail' }, token);
    const answer = await saved(one, { also: [other] });
    expect(answer.others).toMatchObject([{ outcome: 'voicemail', actor: { id } }]);
    await saved(one, { outcome: 'leftWord', also: [other] }, token);
    const { others } = await saved(one, { outcome: 'sent', also: [other] });
    expect(others.map(({ outcome }) => outcome)).toEqual(['leftWord', 'voicemail']);
  });

  it('says which day of somebody else it has replaced', async () => {
    const [one, other, closing] = [await file(), await file(), await file()];
    const { token } = await colleague();
    const theirs = { on: addDays(today(), 6), at: '10:30' };
    for (const id of [one, other, closing]) await setDay(id, theirs, 'Agreed');
    const replaced = { ...theirs, by: 'Super User' };
    expect((await saved(one, { whom: 'referrer' }, token)).replaced).toBeNull();
    expect((await saved(one, { follow_up: theirs }, token)).replaced).toBeNull();
    await setDay(one, { on: today() });
    await setDay(one, theirs);
    expect((await saved(one, { outcome: 'voicemail' })).replaced).toBeNull();
    expect((await saved(other, {}, token)).replaced).toEqual(replaced);
    const change = { outcome: 'notNow', status: 'Processed', follow_up: { on: tomorrow() } };
    expect((await saved(closing, change, token)).replaced).toEqual(replaced);
    // One that is over was answered, and is not replaced.
    await server.db
      .update(referral)
      .set({ follow_up_on: addDays(today(), -1), follow_up_by: fixtures.people.superuser.id })
      .where(eq(referral.id, other));
    expect((await saved(other, { outcome: 'leftWord' }, token)).replaced).toBeNull();
  });

  it('is saved on the other open referrals of the person as well, and undone on all of them', async () => {
    const [one, other, closed] = [await file(), await file(), await file()];
    await server.callOk('updateReferral', { body: { id: closed, status: 'Processed' } }, head());
    const answer = await saved(one, { also: [other, closed, one] });
    const counts = async () =>
      Promise.all(
        [one, other, closed].map(async (id) => (await show(id)).contact?.attempts.length),
      );
    expect(await counts()).toEqual([1, 1, 0]);
    expect((await show(other)).contact?.follow_up?.on).toBe(tomorrow());
    expect(await strike(answer.attempt.id)).toMatchObject({ status: 200 });
    expect(await counts()).toEqual([0, 0, 0]);
    expect((await show(other)).contact?.follow_up).toBeNull();
  });

  it('that was made before the entry of another one of the person is not saved on that', async () => {
    const [one, other] = [await file(), await file()];
    await enter(one, addDays(today(), -9));
    const at = new Date(Date.now() - 4 * 86_400_000).toISOString();
    const answer = await saved(one, { at, also: [other] });
    expect(answer.attempt.at).toBe(at);
    expect((await show(other)).contact).toMatchObject({ attempts: [], follow_up: null });
    await saved(one, { outcome: 'voicemail', also: [other] });
    expect((await show(other)).contact?.attempts).toHaveLength(1);
  });

  it('that closes one leaves a day on the other open ones of the person', async () => {
    const [one, other] = [await file(), await file()];
    const closing = { outcome: 'declines', status: 'Declined Services', follow_up: null };
    expect((await saved(one, { ...closing, also: [other] })).follow_up).toBeNull();
    expect((await show(one)).contact?.follow_up).toBeNull();
    expect(await show(other)).toMatchObject({
      status: 'Pending',
      contact: { follow_up: { on: tomorrow() } },
    });
  });
});

async function colleague() {
  const added = await accounts.add({ role: 'SUPERUSER', fullname: unique('Colleague') });
  return { id: added.id, token: (await signIn(server, added.username)).access };
}

describe('a strike', () => {
  it('within ten seconds by its author restores the day, and needs no reason', async () => {
    const id = await file();
    const before = { on: addDays(today(), 1), at: '09:15' };
    await setDay(id, before, 'Agreed with the mother.');
    const { attempt: made } = await saved(id);
    expect(await strike(made.id)).toMatchObject({ status: 200 });
    const { contact } = await show(id);
    expect(contact).toMatchObject({ attempts: [], follow_up: before });
    const event = (await eventsOf(id)).find(({ kind }) => kind === 'attempt');
    expect(event?.attempt?.struck).toMatchObject({
      reason: null,
      actor: { id: fixtures.people.superuser.id },
    });
    // A second one changes nothing.
    expect(await strike(made.id)).toMatchObject({ status: 200 });
  });

  it('restores the day also after its author has chosen another since', async () => {
    const [one, other] = [await file(), await file()];
    const before = { on: addDays(today(), 1), at: '09:15' };
    await setDay(one, before, 'Agreed with the mother.');
    for (const [id, day] of [
      [one, addDays(today(), 7)],
      [other, tomorrow()],
    ] as const) {
      const { attempt: made } = await saved(id);
      await setDay(id, { on: addDays(today(), 9) });
      await setDay(id, { on: day });
      expect(await strike(made.id)).toMatchObject({ status: 200 });
    }
    expect((await show(one)).contact?.follow_up).toMatchObject(before);
    expect((await show(other)).contact?.follow_up).toBeNull();
  });

  it('keeps a day that somebody else has set since, also the same one', async () => {
    const [one, other] = [await file(), await file()];
    const { token } = await colleague();
    const day = addDays(today(), 7);
    for (const id of [one, other]) {
      const { attempt: made } = await saved(id);
      const set = (on: string) =>
        server.callOk('setFollowUp', { body: { id, follow_up: { on } } }, token);
      await set(day);
      if (id === other) await set(tomorrow());
      await strike(made.id);
    }
    expect((await show(one)).contact?.follow_up?.on).toBe(day);
    expect((await show(other)).contact?.follow_up?.on).toBe(tomorrow());
  });

  it('keeps the day that another attempt has set since', async () => {
    const id = await file();
    const { attempt: first } = await saved(id);
    await saved(id, { outcome: 'voicemail' });
    await strike(first.id);
    expect((await show(id)).contact?.follow_up?.on).toBe(tomorrow());
  });

  it('restores no day of what was closed since', async () => {
    const id = await file();
    await setDay(id, { on: today() });
    const { attempt: made } = await saved(id);
    const day = { on: addDays(today(), 7) };
    const body = { id, status: 'Processed', follow_up: day };
    await server.callOk('saveReferral', { body } as never, head());
    await strike(made.id);
    expect((await show(id)).contact).toMatchObject({ attempts: [], follow_up: day });
  });

  it('does not return what has an owner since to the group from before the upgrade', async () => {
    const id = await file();
    await server.db.update(referral).set({ is_from_before: true }).where(eq(referral.id, id));
    const { attempt: made } = await saved(id);
    const owner = fixtures.people.superuser.id;
    await server.callOk('assignOwner', { body: { id, owner } }, head());
    await strike(made.id);
    expect((await show(id)).contact).toMatchObject({ follow_up: null, is_from_before: false });
  });

  it('later needs a reason, and leaves the day as it is', async () => {
    const id = await file();
    const { attempt: made } = await saved(id);
    await age(made.id, 11);
    expect(issuesOf(await strike(made.id))).toEqual(['body.reason']);
    expect((await show(id)).contact?.attempts).toHaveLength(1);
    expect(await strike(made.id, 'Wrong person')).toMatchObject({ status: 200 });
    expect((await show(id)).contact).toMatchObject({
      attempts: [],
      follow_up: { on: tomorrow() },
    });
    const event = (await eventsOf(id)).find(({ kind }) => kind === 'attempt');
    expect(event?.attempt?.struck).toMatchObject({ reason: 'Wrong person' });
  });

  it("of another's needs a reason, and an undo is refused after another's attempt", async () => {
    const id = await file();
    const { token } = await colleague();
    const { attempt: made } = await saved(id);
    expect(issuesOf(await strike(made.id, undefined, token))).toEqual(['body.reason']);
    await saved(id, { outcome: 'voicemail' }, token);
    expect(await strike(made.id)).toMatchObject({
      status: 409,
      body: { detail: 'Somebody else has saved an attempt since. Nothing was undone.' },
    });
    expect((await show(id)).contact?.attempts).toHaveLength(2);
  });

  it('is the only change that the database takes', async () => {
    const id = await file();
    const { attempt: made } = await saved(id, { note: 'As it was' });
    const isMade = eq(contact_attempt.id, made.id);
    const refused = { cause: { message: expect.stringContaining('never changed or deleted') } };
    await expect(
      server.db.update(contact_attempt).set({ note: 'Changed' }).where(isMade),
    ).rejects.toMatchObject(refused);
    await expect(server.db.delete(contact_attempt).where(isMade)).rejects.toMatchObject(refused);
    await strike(made.id);
    await expect(
      server.db.update(contact_attempt).set({ strike_reason: 'Again' }).where(isMade),
    ).rejects.toMatchObject(refused);
  });

  it('of the attempt that reached lets the person wait again', async () => {
    const id = await file();
    const { attempt: made } = await saved(id, { outcome: 'wantsServices' });
    const reached = async () =>
      (await server.db.select().from(referral).where(eq(referral.id, id)))[0]?.reached_at;
    expect(await reached()).toEqual(new Date(made.at));
    await strike(made.id);
    expect(await reached()).toBeNull();
  });
});

describe('the day to call back', () => {
  it.each([
    ['in the past', -1],
    ['beyond 366 days', 367],
  ])('%s is refused', async (_what, days) => {
    const id = await file();
    const follow_up = { on: addDays(today(), days) };
    expect(issuesOf(await setDay(id, follow_up, 'Why not'))).toEqual(['body.follow_up']);
    expect(issuesOf(await attempt(id, { follow_up }))).toEqual(['body.follow_up']);
    expect((await show(id)).contact).toMatchObject({ follow_up: null, attempts: [] });
  });

  it('past the standard of somebody never called asks why', async () => {
    const id = await file();
    const on = addDays(today(), 30);
    expect(issuesOf(await setDay(id, { on }))).toEqual(['body.because']);
    expect(await setDay(id, { on: today() })).toMatchObject({ body: { previous: null } });
    expect(await setDay(id, { on }, 'Abroad until then')).toMatchObject({
      body: { previous: { on: today() } },
    });
    expect((await eventsOf(id))[0]).toMatchObject({
      kind: 'followUp',
      text: 'Abroad until then',
      changes: [{ field: 'follow_up', from: today(), to: on }],
    });
    expect((await show(id)).version).toBe(1);
    await saved(id);
    expect(await setDay(id, { on })).toMatchObject({ status: 200 });
  });

  it('can be none with a closed status only; a closing status removes it, a reopening does not bring it back', async () => {
    const id = await file();
    await setDay(id, { on: tomorrow() }, 'Busy');
    expect(issuesOf(await setDay(id, null))).toEqual(['body.follow_up']);
    const set = (status: string, more: object = {}) =>
      server.callOk('saveReferral', { body: { id, status, ...more } } as never, head());
    await set('Processed');
    expect((await show(id)).contact?.follow_up).toBeNull();
    await set('Pending');
    const reopened = (await show(id)).contact;
    expect(reopened?.follow_up).toBeNull();
    expect(Date.parse(reopened?.reopened_at ?? '')).toBeGreaterThan(0);
    await set('Declined Services', { follow_up: { on: tomorrow() } });
    expect((await show(id)).contact?.follow_up?.on).toBe(tomorrow());
    expect(await setDay(id, null)).toMatchObject({ body: { previous: { on: tomorrow() } } });
  });

  it('is set for many, each its own, in one call; what needs a reason has one', async () => {
    const ids = await Promise.all([file(), file(), file()]);
    const items = ids.map((id, index) => ({ id, on: addDays(today(), 20 + index) }));
    const change = (more: object) =>
      server.call('changeReferrals', { body: { action: 'followUp', items, ...more } }, head());
    expect(issuesOf(await change({}))).toEqual(['body.because']);
    expect(await change({ because: 'Summer' })).toMatchObject({
      status: 200,
      body: { results: ids.map((id) => ({ id, outcome: 'done', from: null })) },
    });
    for (const { id, on } of items)
      expect(await show(id)).toMatchObject({ version: 1, contact: { follow_up: { on } } });
  });

  it('is refused for many if one is impossible, and today needs no reason, as for one', async () => {
    const [one, other] = [await file(), await file()];
    // Today is past the standard of these.
    for (const id of [one, other]) await enter(id, addDays(today(), -30));
    const change = (...days: string[]) => {
      const items = [one, other].map((id, index) => ({ id, on: days[index] }));
      return server.call('changeReferrals', { body: { action: 'followUp', items } }, head());
    };
    for (const days of [-1, 367]) {
      const answer = await change(today(), addDays(today(), days));
      expect([answer.status, issuesOf(answer)]).toEqual([422, ['body.items.1.on']]);
    }
    expect(issuesOf(await change(today(), tomorrow()))).toEqual(['body.because']);
    expect((await show(one)).contact?.follow_up).toBeNull();
    expect(await change(today(), today())).toMatchObject({ status: 200 });
    expect((await show(other)).contact?.follow_up?.on).toBe(today());
  });
});

describe('who may act', () => {
  it('is a manager at a site that is marked as ours, and a super user anywhere', async () => {
    const id = await file();
    const manager = fixtures.bearer('manager');
    const calls = () =>
      Promise.all([
        attempt(id, {}, manager),
        server.call('setFollowUp', { body: { id, follow_up: { on: today() } } }, manager),
        server.call('addParentNotContacted', { body: { id, because: 'Asked not to' } }, manager),
        server.call('addNote', { body: { id, text: unique('Note') } }, manager),
      ]);
    const mark = (value: 'ours' | 'outside' | null) =>
      server.callOk(
        'markSite',
        { body: { _id: fixtures.sites.own, mark: value, response_days: null } },
        head(),
      );
    // Whoever is outside does not learn that there is such a referral.
    for (const [value, refusal] of [
      [null, 403],
      ['outside', 404],
    ] as const) {
      await mark(value);
      expect((await calls()).map(({ status }) => status)).toEqual(Array(4).fill(refusal));
    }
    expect((await show(id)).contact).toMatchObject({ attempts: [], follow_up: null });
    await mark('ours');
    expect((await calls()).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await attempt(id, { status: 'Processed' }, manager)).toMatchObject({ status: 403 });
    const kinds = (await eventsOf(id)).map(({ kind }) => kind);
    expect(kinds.toSorted()).toEqual([
      'attempt',
      'followUp',
      'note',
      'parentNotContacted',
      'received',
    ]);
    await mark(null);
  });
});

describe('the rules', () => {
  const rulesFor = (bearer: string | undefined) => server.callOk('getFollowUpRules', {}, bearer);
  const mark = (id: string, value: 'ours' | null) =>
    server.db.update(site).set({ mark: value }).where(eq(site.id, id));

  it('are those of the settings', async () => {
    const { timeZone, holidays, responseDays, failedAttempts } = rules();
    expect(await rulesFor(head())).toEqual({
      time_zone: timeZone,
      holidays: [...holidays],
      response_days: responseDays,
      failed_attempts: failedAttempts,
      may_act: true,
    });
  });

  it('say whether the caller may act anywhere: a manager at a marked site of theirs, or on what they filed at one', async () => {
    const { own, other } = fixtures.sites;
    const manager = fixtures.bearer('manager');
    const limited = fixtures.bearer('limited');
    const mayAct = async () =>
      [await rulesFor(manager), await rulesFor(limited)].map(({ may_act }) => may_act);
    expect(await mayAct()).toEqual([false, false]);
    await mark(other, 'ours');
    expect(await mayAct()).toEqual([false, false]);
    await mark(own, 'ours');
    // Who sees only what they filed has nothing there.
    expect(await mayAct()).toEqual([true, false]);
    const body = referralBody(own);
    const { _id } = await server.callOk('addReferral', { body }, limited);
    expect(await mayAct()).toEqual([true, true]);
    await server.db.update(referral).set({ site_id: other }).where(eq(referral.id, _id));
    await mark(own, null);
    expect(await mayAct()).toEqual([false, true]);
    await server.callOk('deleteReferral', { body: { id: _id } }, head());
    expect(await mayAct()).toEqual([false, false]);
    await mark(other, null);
  });
});

describe('to do today', () => {
  const list = async (view: 'mine' | 'everyone' = 'mine', bearer = head()) =>
    server.callOk('listToday', { query: { view, size: 100 } }, bearer);
  const rowOf = async (id: string, view: 'mine' | 'everyone' = 'mine', bearer = head()) =>
    (await list(view, bearer)).items.find(({ _id }) => _id === id);

  it('has what is open and not resting, once, with its reason, and counts it', async () => {
    const id = await file({ first_name: unique('Only'), dob: '2001-02-03' });
    expect(await rowOf(id)).toMatchObject({ reason: 'noAttempt', due_since: today(), also: [] });
    const { count, total, items } = await list();
    expect(items).toHaveLength(Math.min(total, 100));
    expect(await server.callOk('countToday', { query: { view: 'mine' } }, head())).toEqual({
      count,
    });
    await saved(id);
    expect(await rowOf(id)).toBeUndefined();
    expect((await list()).count).toBe(count - 1);
    await setDay(id, { on: today() });
    expect(await rowOf(id)).toMatchObject({ reason: 'callBackDue' });
  });

  it("shows a colleague's row in Everyone's, and in every super user's after more than a business day", async () => {
    const id = await file({ first_name: unique('Theirs') });
    const { id: owner, token } = await colleague();
    await server.callOk('assignOwner', { body: { id, owner } }, head());
    expect(await rowOf(id)).toBeUndefined();
    expect(await rowOf(id, 'everyone')).toBeDefined();
    expect(await rowOf(id, 'mine', token)).toBeDefined();
    await enter(id, addDays(today(), -14));
    expect(await rowOf(id)).toMatchObject({ reason: 'pastStandard', owner: { id: owner } });
  });

  it('folds referrals of the same name and birth date into one row', async () => {
    const person = { first_name: unique('Twice'), last_name: 'Filed', dob: '2003-04-05' };
    const before = (await list()).count;
    const first = await file(person);
    const second = await file({ ...person, contact_number: '555 010 7777' });
    const third = await file({ ...person, dob: '2003-04-06' });
    expect(await rowOf(first)).toMatchObject({ also: [{ _id: second, status: 'Pending' }] });
    expect(await rowOf(second)).toBeUndefined();
    expect(await rowOf(third)).toMatchObject({ also: [] });
    expect((await list()).count).toBe(before + 2);
  });

  it('names in a row what rests and what is closed of the same person, and nothing else', async () => {
    const person = { first_name: unique('Often'), last_name: 'Filed', dob: '2003-04-07' };
    const [first, resting, closed, called] = [
      await file(person),
      await file({ ...person, contact_number: '555 010 0001' }),
      await file({ ...person, contact_number: '555 010 0002' }),
      await file({ ...person, contact_number: '555 010 0003' }),
    ];
    const [deleted, different, theirs] = [
      await file({ ...person, contact_number: '555 010 0004' }),
      await file({ ...person, contact_number: '555 010 0005' }),
      await file({ ...person, contact_number: '555 010 0006' }),
    ];
    const close = (id: string) =>
      server.callOk('updateReferral', { body: { id, status: 'Processed' } }, head());
    await saved(resting);
    await setDay(called, { on: today() });
    await server.callOk('deleteReferral', { body: { id: deleted } }, head());
    await server.callOk('markNotSamePerson', { body: { id: first, other: different } }, head());
    for (const id of [closed, different]) await close(id);
    const { id: owner } = await colleague();
    await server.callOk('assignOwner', { body: { id: theirs, owner } }, head());
    await close(theirs);
    const also = async (view: 'mine' | 'everyone') =>
      (await rowOf(called, view))?.also.map(({ _id, resting_until }) => [_id, resting_until]);
    const restsUntil = [resting, tomorrow()];
    expect(await also('mine')).toEqual([
      [first, null],
      restsUntil,
      [different, null],
      [closed, null],
    ]);
    expect(await also('everyone')).toEqual([
      [first, null],
      restsUntil,
      [theirs, null],
      [different, null],
      [closed, null],
    ]);
    await saved(called);
    // The pair that was marked does not name each other.
    expect((await rowOf(first))?.also.map(({ _id }) => _id)).toEqual([called, resting, closed]);
    await close(first);
    for (const id of [first, called, closed]) expect(await rowOf(id)).toBeUndefined();
  });

  it('has what was open before the upgrade last and uncounted, until something is set', async () => {
    const ids = await Promise.all([0, 1, 2, 3].map(() => file({ first_name: unique('Earlier') })));
    for (const id of ids)
      await server.db.update(referral).set({ is_from_before: true }).where(eq(referral.id, id));
    const { from_before, count, items } = await list();
    expect(from_before).toBe(4);
    expect(items.slice(-4).map(({ reason }) => reason)).toEqual(Array(4).fill('fromBefore'));
    const [one = '', two = '', three = '', four = ''] = ids;
    await server.callOk('addNote', { body: { id: one, text: 'A note' } }, head());
    expect((await list()).from_before).toBe(4);
    await saved(one);
    await setDay(two, { on: today() });
    await server.callOk(
      'updateReferral',
      { body: { id: three, status: 'More Info Needed' } },
      head(),
    );
    await server.callOk(
      'assignOwner',
      { body: { id: four, owner: fixtures.people.superuser.id } },
      head(),
    );
    expect(await list()).toMatchObject({ from_before: 0, count: count + 3 });
    const made = (await show(one)).contact?.attempts[0]?.id ?? '';
    await strike(made);
    expect((await list()).from_before).toBe(1);
  });

  it('is read in two parts, each with pages of its own, and as a whole', async () => {
    await server.db.update(referral).set({ is_from_before: false });
    const from = unique('Part');
    const ids = await Promise.all([0, 1, 2].map((n) => file({ first_name: `${from} ${n}` })));
    const [one = '', two = '', three = ''] = ids;
    for (const id of [one, two])
      await server.db.update(referral).set({ is_from_before: true }).where(eq(referral.id, id));
    const read = (query: object) =>
      server.callOk('listToday', { query: { view: 'mine', ...query } }, head());
    const whole = await read({ size: 100 });
    const { count } = whole;
    expect(whole).toMatchObject({ total: count + 2, from_before: 2 });
    const due = await read({ group: 'due', size: 100 });
    expect(due).toMatchObject({ total: count, count, from_before: 2, pages: 1 });
    expect(due.items.map(({ _id }) => _id)).toContain(three);
    expect(due.items.some(({ reason }) => reason === 'fromBefore')).toBe(false);
    const before = await read({ group: 'fromBefore', size: 1 });
    expect(before).toMatchObject({ total: 2, count, from_before: 2, pages: 2 });
    const second = await read({ group: 'fromBefore', size: 1, page: 2 });
    const both = [...before.items, ...second.items].map(({ _id }) => _id);
    expect(both.toSorted()).toEqual([one, two].toSorted());
    expect((await read({ group: 'fromBefore', size: 1, page: 3 })).items).toEqual([]);
    // The whole goes over from the one part to the other within a page.
    const size = count + 1;
    const [first, last] = [await read({ size }), await read({ size, page: 2 })];
    expect(first.items.map(({ _id }) => _id)).toEqual([
      ...due.items.map(({ _id }) => _id),
      both[0],
    ]);
    expect(last.items.map(({ _id }) => _id)).toEqual([both[1]]);
    expect((await server.call('listToday', { query: { group: 'late' } }, head())).status).toBe(422);
  });

  it('says on which later day the first one of the view comes back', async () => {
    await server.db.update(referral).set({ follow_up_on: null });
    const next = async () => [(await list('mine')).next, (await list('everyone')).next];
    expect(await next()).toEqual([null, null]);
    const [one, other] = [await file(), await file()];
    const [day, later] = [addDays(today(), 1), addDays(today(), 4)];
    await setDay(one, { on: day }, 'Asked for it');
    await setDay(other, { on: later }, 'Asked for it');
    expect(await next()).toEqual([day, day]);
    // A colleague's is in Everyone's alone, and one that is due comes back on no later day.
    const { id: owner } = await colleague();
    await server.callOk('assignOwner', { body: { id: one, owner } }, head());
    expect(await next()).toEqual([later, day]);
    await setDay(one, { on: today() });
    await setDay(other, { on: today() });
    expect(await next()).toEqual([null, null]);
  });

  it('has for a manager what they may act on', async () => {
    const id = await file({ first_name: unique('Managed') });
    const manager = fixtures.bearer('manager');
    expect(await rowOf(id, 'mine', manager)).toBeUndefined();
    await server.db.update(site).set({ mark: 'ours' }).where(eq(site.id, fixtures.sites.own));
    expect(await rowOf(id, 'mine', manager)).toBeDefined();
    await server.db.update(site).set({ mark: null }).where(eq(site.id, fixtures.sites.own));
  });
});
