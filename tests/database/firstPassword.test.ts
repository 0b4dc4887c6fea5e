/** The first super user's password must be strong if configured, and is tracked until replaced if generated. */
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { bootstrap } from '../../server/seed/bootstrap';
import { account } from '../../server/db/schema';
import { hashPassword } from '../../server/features/auth/passwords';
import { isGeneratedPasswordInUse, setPassword } from '../../server/features/auth/storedPassword';
import { readSettings } from '../../server/settings/settings';
import { withDatabase } from '../support/archives';
import { createDatabase } from '../support/engines';

const SUPERUSER_EMAIL = 'head.of.desk@clinic.example';

it.each([
  ['14 characters', 'Clinic-2026-14'],
  ['a common word twice', 'passwordpassword'],
  ['one repeated character', 'aaaaaaaaaaaaaaaaaaaa'],
  ['the email address', SUPERUSER_EMAIL],
  ['more characters than a form accepts', 'Bright-Meadow-93'.repeat(200)],
])(
  'refuses a SUPERUSER_PASSWORD of %s at the first start, and ignores it later',
  async (_what, weak) => {
    const DATABASE_URL = await createDatabase();
    const settings = readSettings({ DATABASE_URL, SUPERUSER_EMAIL });
    await withDatabase(settings, async (db) => {
      const left = { ...settings, SUPERUSER_PASSWORD: weak };
      const refusal = bootstrap(db, left);
      await expect(refusal).rejects.toThrow(/^SUPERUSER_PASSWORD is too weak .* of 15 to/);
      await expect(refusal).rejects.not.toThrow(weak);
      expect(await db.$count(account)).toBe(0);

      await bootstrap(db, { ...settings, SUPERUSER_PASSWORD: 'Bright-Meadow-93-Kites' });
      expect(await isGeneratedPasswordInUse(db)).toBe(false);
      expect(await bootstrap(db, left)).toBeNull();
    });
  },
);

it('a generated password is in use until it is replaced, while its account is active', async () => {
  const settings = readSettings({ DATABASE_URL: await createDatabase() });
  await withDatabase(settings, async (db) => {
    await bootstrap(db, settings);
    expect(await isGeneratedPasswordInUse(db)).toBe(true);
    const [first] = await db.select().from(account);
    if (!first) throw new Error('no first super user');
    await db.update(account).set({ state: 'deactivated' });
    expect(await isGeneratedPasswordInUse(db)).toBe(false);
    await db.update(account).set({ state: 'active' }).where(eq(account.id, first.id));
    await setPassword(db, first.id, await hashPassword('Slow-Copper-58-Gardens'));
    expect(await isGeneratedPasswordInUse(db)).toBe(false);
  });
});
