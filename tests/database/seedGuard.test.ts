/** `npm run seed` adds synthetic people only to a database without other people, unless `--into` names the database. */
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { account, referral, site } from '../../server/db/schema';
import { bootstrap } from '../../server/seed/bootstrap';
import { seed } from '../../server/seed/seed';
import { describeRealData } from '../../server/seed/seedGuard';
import { fillDatabase, temporarySettings, withDatabase } from '../support/archives';
import { command } from '../support/commands';
import { createDatabase, ENGINES } from '../support/engines';

it.each(ENGINES)(
  'describeRealData ignores only the records of a first start and of seed on $engine',
  async ({ settings: of }) => {
    const { settings } = temporarySettings(await of());
    await withDatabase(settings, async (db) => {
      expect(await describeRealData(db)).toBeUndefined();
      await bootstrap(db, settings);
      expect(await describeRealData(db)).toBeUndefined();
      await seed(db, 300);
      await seed(db, 20);
      expect(await describeRealData(db)).toBeUndefined();

      // A referral that came through the app is of a real person, whatever it looks like.
      await db.execute(sql`insert into audit_event (action, record_ids, outcome, ip)
      select 'addGuestReferral', array[id], 'done', '' from referral limit 1`);
      expect(await describeRealData(db)).toBe('1 referrals');
      await db.execute(sql`update referral set contact_digits = '2095550101' where id =
      (select id from referral where not exists (select from audit_event where referral.id = any(record_ids)) limit 1)`);
      await db.insert(site).values({ id: 'site-1', name: 'Alder Creek High School Annex' });
      await db.insert(account).values({
        id: 'account-1',
        fullname: 'A Person',
        username: 'person@clinic.example',
        role: 'MANAGER',
        state: 'pending',
      });
      expect(await describeRealData(db)).toBe('2 referrals, 1 accounts, 1 sites');
    });
  },
);

it('npm run seed refuses a database with real data, names it and its content, and adds with --into', async () => {
  const { settings, environment } = temporarySettings({ DATABASE_URL: await createDatabase() });
  const name = new URL(settings.DATABASE_URL ?? '').pathname.slice(1);
  await withDatabase(settings, (db) => fillDatabase(db, settings, 10));
  const count = () => withDatabase(settings, (db) => db.$count(referral));

  const refused = await command('seed', environment, '--referrals', '3');
  expect(refused.code).toBe(1);
  expect(refused.output).toContain(`data in the PostgreSQL database ${name} at 127.0.0.1:`);
  expect(refused.output).toContain('10 referrals, 5 accounts, 1 sites. Nothing was added.');
  expect(await command('seed', environment, '--into', 'other')).toMatchObject({ code: 1 });
  expect(await count()).toBe(10);

  const named = await command('seed', environment, '--referrals', '3', '--into', name);
  expect(named).toEqual({
    code: 0,
    output: expect.stringContaining('3 referrals to the PostgreSQL'),
  });
  expect(await count()).toBe(13);
});
