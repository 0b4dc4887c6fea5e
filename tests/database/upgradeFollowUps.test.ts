/**
 * The day of the upgrade: an archive of 0.2.0 with 3,000 open referrals. None has an attempt; all are in the group 'From before
 * this version', which nothing counts, until something is set.
 */
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, it, onTestFinished } from 'vitest';
import { addBusinessDays } from '../../contract/businessDays';
import { dayIn } from '../../contract/calendar';
import { startOfDay } from '../../contract/calendarDays';
import type { TodayItem } from '../../contract/entities/contact';
import { BULK_LIMITS } from '../../contract/staffConstants';
import { backUp } from '../../server/db/backup/backup';
import { restore } from '../../server/db/backup/restore';
import type { Database } from '../../server/db/database';
import { account, contact_attempt, mail } from '../../server/db/schema';
import { followUpRules } from '../../server/features/referrals/followUpRules';
import { sendMorningMails } from '../../server/features/referrals/today/morningMail';
import { makeEarlier, temporaryFolder, temporarySettings } from '../support/archives';
import { ENGINES } from '../support/engines';
import { referralBody, signIn } from '../support/fixtures';
import { SUPERUSER } from '../support/superuser';
import { startTestServer, type TestServer } from '../support/testServer';

/** The number of migrations of 0.2.0. */
const MIGRATIONS = 10;
const OPEN = 3_000;
const CLOSED = 300;
/** At once, as on the screen. */
const SELECTED = BULK_LIMITS.selected;
/** Milliseconds; the limit only ends a test that hangs. */
const LIMIT = 300_000;
const NINE_HOURS = 9 * 3_600_000;

const HELD = `old-${String(OPEN + CLOSED + 1).padStart(5, '0')}`;

/** Two thirds of the open ones are pending, one third needs more information. */
const fill = async (db: Database) => {
  await db.execute(sql`insert into site (id, name) values ('site-1', 'Northside High')`);
  await db.execute(sql`
    insert into referral (id, tracking_id, site_id, substance, first_name, last_name, contact_number, contact_digits, sex, dob, status,
      entry_date, deleted_at)
    select 'old-' || lpad(n::text, 5, '0'), 'R-' || n, 'site-1', '{Alcohol-related}', 'Robin', 'Sample ' || n, '555 010 ' || lpad(n::text, 4, '0'),
      '555010' || lpad(n::text, 4, '0'), 'Other', '2005-02-28',
      case when n > ${OPEN}::int then 'Processed' when n % 3 = 0 then 'More Info Needed' else 'Pending' end,
      timestamptz '2026-01-01' + n * interval '1 minute', case when n > ${OPEN + CLOSED}::int then now() end
    from generate_series(1, ${OPEN + CLOSED + 30}::int) n`);
  await db.execute(sql`
    update referral set status = 'Pending', deleted_at = null, suspected = 'haste' where id = ${HELD}`);
};

describe.each(ENGINES)('an archive of 0.2.0, restored on $engine', ({ settings }) => {
  /** Restores the archive, and starts a server on it. */
  async function upgrade(): Promise<{ server: TestServer; access: string }> {
    const file = join(temporaryFolder(), 'old.backup');
    await backUp(await makeEarlier(MIGRATIONS, fill), file);
    const own = temporarySettings({ ...(await settings()), SMTP_URL: 'smtp://127.0.0.1:1' });
    await restore(own.settings, file, { replace: true });
    const server = await startTestServer({
      ...own.environment,
      PUBLIC_URL: 'https://desk.example.org',
    });
    onTestFinished(() => server.close());
    const { access } = await signIn(server, SUPERUSER.email, SUPERUSER.password);
    return { server, access };
  }

  it(
    'has what was open in one group, which nothing counts, until something is set',
    async () => {
      const { server, access } = await upgrade();
      const rules = followUpRules(server.app.settings);
      const today = dayIn(rules.timeZone, new Date());
      const tomorrow = addBusinessDays(today, 1, rules.holidays);
      const list = (query: object = {}) =>
        server.callOk('listToday', { query: { view: 'mine', size: 100, ...query } }, access);
      /** How many are from before, and how many are counted, which the count of the tab is as well. */
      const numbers = async () => {
        const { from_before, count, total } = await list({ size: 1 });
        const counted = await server.callOk('countToday', { query: { view: 'mine' } }, access);
        expect(counted).toEqual({ count });
        expect(total).toBe(count + from_before);
        return { fromBefore: from_before, count };
      };
      /** The number in the mail of the next business morning; 0 if there is none. */
      const mailed = async () => {
        await server.db.delete(mail);
        await server.db.update(account).set({ morning_mail: true, morning_mail_day: null });
        await sendMorningMails(
          server.db,
          server.app.settings,
          new Date(startOfDay(rules.timeZone, tomorrow).getTime() + NINE_HOURS),
        );
        const [sent] = await server.db.select().from(mail).where(eq(mail.kind, 'morning'));
        return Number(/: (\d+)$/m.exec(sent?.body ?? '')?.[1] ?? 0);
      };
      expect(await server.db.$count(contact_attempt)).toBe(0);
      expect(await numbers()).toEqual({ fromBefore: OPEN, count: 0 });
      expect(await mailed()).toBe(0);

      // The oldest first, to the last page.
      const ids = Array.from({ length: OPEN }, (_, at) => `old-${String(at + 1).padStart(5, '0')}`);
      const items: TodayItem[] = [];
      for (const page of [1, 2, OPEN / 100]) {
        const read = (await list({ group: 'fromBefore', page })).items;
        expect(read.map(({ _id }) => _id)).toEqual(ids.slice((page - 1) * 100, page * 100));
        items.push(...read);
      }
      expect((await list({ group: 'fromBefore', page: OPEN / 100 + 1 })).items).toEqual([]);
      expect(new Set(items.map(({ reason }) => reason))).toEqual(new Set(['fromBefore']));
      expect(items.every(({ contact }) => contact?.attempts.length === 0)).toBe(true);
      expect((await list({ group: 'due' })).items).toEqual([]);

      const [attempted, dated, owned, decided, noted, corrected, ...others] = ids;
      const call = (name: Parameters<TestServer['call']>[0], body: object) =>
        server.call(name, { body }, access);
      const [me] = await server.callOk('listOwners', {}, access);
      expect([
        await call('addNote', { id: noted, text: 'Rang in May.' }),
        await call('correctReferral', {
          ...referralBody('site-1', { first_name: 'Robyn', dob: '2005-03-01' }),
          id: corrected,
        }),
      ]).toMatchObject([{ status: 200 }, { status: 200 }]);
      expect(await numbers()).toEqual({ fromBefore: OPEN, count: 0 });
      expect([
        await call('addContactAttempt', { id: attempted, channel: 'call', whom: 'person', outcome: 'noAnswer' }),
        await call('setFollowUp', { id: dated, follow_up: { on: today } }),
        await call('updateReferral', { id: decided, status: 'More Info Needed' }),
        await call('assignOwner', { id: owned, owner: me?._id }),
      ]).toMatchObject([200, 200, 200, 200].map((status) => ({ status }))); // prettier-ignore
      // The one that was called rests until tomorrow, when the mail counts it.
      expect(await numbers()).toEqual({ fromBefore: OPEN - 4, count: 3 });
      expect(await mailed()).toBe(4);

      // 'Call back on …' for a thousand, spread over twenty business days, as the screen asks for it.
      const chosen = others.slice(0, SELECTED);
      const spread = chosen.map((id, at) => ({
        id,
        on: addBusinessDays(today, 1 + Math.floor((at * 20) / SELECTED), rules.holidays),
      }));
      for (let from = 0; from < SELECTED; from += BULK_LIMITS.perCall) {
        const part = spread.slice(from, from + BULK_LIMITS.perCall);
        const answer = await call('changeReferrals', { action: 'followUp', items: part });
        const results = part.map(({ id }) => ({ id, outcome: 'done' }));
        expect(answer).toMatchObject({ status: 200, body: { results } });
      }
      expect(await numbers()).toEqual({ fromBefore: OPEN - 4 - SELECTED, count: 3 });
      expect((await list()).next).toBe(tomorrow);
      const ofTomorrow = spread.filter(({ on }) => on === tomorrow).length;
      expect(await mailed()).toBe(4 + ofTomorrow);

      // A status or an owner for many leaves the group as well.
      const rest = others.slice(SELECTED);
      const items100 = (from: number) => rest.slice(from, from + 100).map((id) => ({ id }));
      await call('changeReferrals', { action: 'status', status: 'Processed', items: items100(0) });
      await call('changeReferrals', { action: 'owner', owner: me?._id, items: items100(100) });
      expect((await numbers()).fromBefore).toBe(OPEN - 4 - SELECTED - 200);
      // What was closed before is no part of it, and reopened it is due.
      const closed = `old-${String(OPEN + 1).padStart(5, '0')}`;
      await call('updateReferral', { id: closed, status: 'Pending' });
      expect((await numbers()).fromBefore).toBe(OPEN - 4 - SELECTED - 200);
      // Neither is what was held then: released, it is due.
      await call('releaseReferral', { id: HELD });
      const due = (await list({ group: 'due', page: 2 })).items.flatMap(({ _id, also }) => [
        _id,
        ...also.map((one) => one._id),
      ]);
      expect(due).toEqual(expect.arrayContaining([closed, HELD]));
    },
    LIMIT,
  );
});
