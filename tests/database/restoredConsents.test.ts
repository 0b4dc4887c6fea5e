/** After a restore no consent counts: one that was revoked after the archive was made looks in force in it. */
import { join } from 'node:path';
import { asc } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { backUp } from '../../server/db/backup/backup';
import { restore } from '../../server/db/backup/restore';
import { account, consent, disclosure, referral, site } from '../../server/db/schema';
import { bootstrap } from '../../server/seed/bootstrap';
import { temporaryFolder, temporarySettings, withDatabase } from '../support/archives';
import { createDatabase, ENGINES } from '../support/engines';

const ids = ['1', '2', '3'].map((last) => `00000000-0000-4000-8000-00000000000${last}`);

it.each(ENGINES)('on $engine, until a super user confirms them', async ({ settings }) => {
  const { settings: from } = temporarySettings(await settings());
  const before = await withDatabase(from, async (db) => {
    await bootstrap(db, from);
    const [head] = await db.select().from(account);
    await db.insert(site).values({ id: 's', name: 'Site' });
    await db.insert(referral).values({
      id: 'r',
      tracking_id: 'R-1',
      site_id: 's',
      substance: ['Alcohol-related'],
      first_name: 'Robin',
      last_name: 'Restored',
      contact_number: '555 010 2030',
      contact_digits: '5550102030',
      sex: 'Other',
      dob: '2005-02-28',
      status: 'Pending',
    });
    const signed = {
      referral_id: 'r',
      asked_by: head?.id ?? '',
      recipient_kind: 'person' as const,
      recipient_name: 'Aunt Rosa',
      level: 'reached' as const,
      purpose: 'At the request of the person',
      discloser: 'Staff of the desk',
      person_name: 'Robin Restored',
      signature: 'paper' as const,
      signer: 'person' as const,
      signed_on: '2026-11-01',
      last_day: '2027-11-01',
    };
    await db.insert(consent).values([
      { ...signed, id: ids[0] ?? '' },
      { ...signed, id: ids[1] ?? '', suspensions: ['deleted'] },
      { ...signed, id: ids[2] ?? '', ended_at: new Date(), ending: 'revoked' },
    ]);
    const at = new Date('2026-11-02T20:00:00Z');
    const said = { sentence: 'notTalked', channel: 'phone', first_at: at, last_at: at } as const;
    await db.insert(disclosure).values({ ...said, consent_id: ids[0] ?? '' });
    return readAll(db);
  });
  const file = join(temporaryFolder(), 'consents.backup');
  await backUp(from, file);
  const { settings: to } = temporarySettings({ DATABASE_URL: await createDatabase() });
  await restore(to, file, { replace: false });
  await withDatabase(to, async (db) => {
    const after = await readAll(db);
    expect(after.consents.map(({ suspensions }) => suspensions)).toEqual([
      ['restored'],
      ['deleted', 'restored'],
      [],
    ]);
    const unsuspended = (rows: typeof after.consents) =>
      rows.map(({ suspensions: _suspensions, ...row }) => row);
    expect(unsuspended(after.consents)).toEqual(unsuspended(before.consents));
    expect(after.said).toEqual(before.said);
    await expect(db.delete(consent)).rejects.toThrow('Failed query');
    await expect(db.delete(disclosure)).rejects.toThrow('Failed query');
  });
});

const readAll = async (db: Parameters<Parameters<typeof withDatabase>[1]>[0]) => ({
  consents: await db.select().from(consent).orderBy(asc(consent.id)),
  said: await db.select().from(disclosure),
});
