/** What a search says beside its matches: held ones, for those who may see them, and names that are spelt nearly so. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertReferrals } from '../../server/db/statements/bulkInsert';
import { rollUpCounters } from '../../server/features/referrals';
import { ENGINES } from '../support/engines';
import { createFixtures, type Fixtures } from '../support/fixtures';
import { referralRow } from '../support/referralRows';
import { startTestServer, type TestServer } from '../support/testServer';

describe.each(ENGINES)('on $engine', ({ settings }) => {
  let server: TestServer;
  let fixtures: Fixtures;

  beforeAll(async () => {
    server = await startTestServer(await settings());
    fixtures = await createFixtures(server);
    const { own, other } = fixtures.sites;
    const crowd = Array.from({ length: 600 }, (_, position) =>
      referralRow(own, position, ['Maria', `Crowd${position}`]),
    );
    await insertReferrals(server.db, [
      ...crowd,
      referralRow(own, 700, ['Sarah', 'Quintanilla']),
      referralRow(own, 701, ['Sarah', 'Quintanilla']),
      referralRow(own, 702, ['Sara', 'Quintero']),
      referralRow(own, 703, ['Catherine', "O'Kaplan"]),
      referralRow(other, 704, ['Sarah', 'Quintanella']),
      referralRow(own, 705, ['Sarah', 'Quintanula'], { deleted_at: new Date() }),
      referralRow(own, 706, ['Zelda', 'Quintanilha'], {
        hold_reason: 'trap',
        dob: '2008-03-05',
        contact_digits: '4245550178',
      }),
    ]);
  });
  afterAll(() => server.close());

  const similar = async (q: string, who: 'superuser' | 'manager' = 'superuser') => {
    const names = await server.callOk('listSimilarNames', { body: { q } }, fixtures.bearer(who));
    return names.map(({ first_name, last_name }) => `${first_name} ${last_name}`);
  };

  it.each(['before', 'after'])(
    'suggests names spelt nearly so, %s counters are added up',
    async (when) => {
      if (when === 'after') await rollUpCounters(server.db);
      expect(await similar('sara quintanila')).toEqual([
        'Sarah Quintanilla',
        'Sara Quintero',
        'Sarah Quintanella',
      ]);
      expect(await similar('Quintanila, Sara')).toContain('Sarah Quintanilla');
      expect(await similar("katherine o'caplan")).toEqual(["Catherine O'Kaplan"]);
      expect(await similar('sara quintanila', 'manager')).toEqual([
        'Sarah Quintanilla',
        'Sara Quintero',
      ]);
    },
  );

  it.each(['', ' ', "'", 'xq', 'zzzyyyxxx', 'sara zzzyyyxxx', '4245550178', 'R-F0QS-VQ1W'])(
    'suggests nobody for %j',
    async (q) => {
      expect(await similar(q)).toEqual([]);
      expect(await similar(q, 'manager')).toEqual([]);
    },
  );

  it('suggests at most five', async () => {
    expect(await similar('marya')).toHaveLength(5);
    expect(await similar('marya', 'manager')).toHaveLength(5);
  });

  it.each([
    ['zelda', 1],
    ['quintanilha, zelda', 1],
    ['2008-03-05', 1],
    ['424-555-0178 x5', 1],
    ['sarah', 0],
    ['', 0],
    ["'", 0],
  ])('counts the held that %j finds: %i', async (q, count) => {
    const answer = await server.callOk(
      'countHeldMatches',
      { body: { q } },
      fixtures.bearer('superuser'),
    );
    expect(answer).toEqual({ count });
  });
});
