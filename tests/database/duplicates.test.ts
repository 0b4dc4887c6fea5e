/** Possible duplicates: which referrals are found, and that a naive comparison finds the same. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DUPLICATE_LIMITS } from '../../contract/staffConstants';
import { type ReferralInsert, insertReferrals } from '../../server/db/statements/bulkInsert';
import { referral } from '../../server/db/schema';
import { newTrackingId } from '../../server/features/referrals/filing/rules';
import { ENGINES } from '../support/engines';
import { startTestServer, type TestServer } from '../support/testServer';
import { createFixtures, type Fixtures } from '../support/fixtures';

const RUNS = { seed: 20_261_125, numRuns: 10, endOnFailure: true };

type Person = readonly [first: string, last: string, dob: string, phone: string];
const JOSE: Person = ['José', 'Pérez', '2008-03-09', '5550102030'];

/** Another person beside José, and the fields in which they agree; none for no hint. */
const CASES: readonly (readonly [what: string, person: Person, same: readonly string[]])[] = [
  [
    'all the same',
    ['José', 'Pérez', '2008-03-09', '5550102030'],
    ['name', 'dob', 'contact_number'],
  ],
  ['without accents', ['Jose', 'Perez', '2008-03-09', '5559990000'], ['name', 'dob']],
  ['in capitals', ['JOSÉ', 'PÉREZ', '2001-01-01', '5550102030'], ['name', 'contact_number']],
  ['with more blanks', ['José  ', ' Pérez', '2008-03-09', '5559990000'], ['name', 'dob']],
  ['first and last name swapped', ['Pérez', 'José', '2008-03-09', '5559990000'], ['name', 'dob']],
  ['with a hyphen', ['José-Pérez', '-', '2008-03-09', '5559990000'], ['name', 'dob']],
  [
    'the country code of the US',
    ['Jose', 'Perez', '2001-01-01', '15550102030'],
    ['name', 'contact_number'],
  ],
  [
    'an extension',
    ['Jose', 'Perez', '2001-01-01', '(555) 010-2030 Ext. 12'],
    ['name', 'contact_number'],
  ],
  [
    'the prefix of a call from abroad',
    ['Jose', 'Perez', '2001-01-01', '001 555-010-2030 x3'],
    ['name', 'contact_number'],
  ],
  [
    'words beside the number',
    ['Jose', 'Perez', '2001-01-01', 'Alex, fax: 555-010-2030'],
    ['name', 'contact_number'],
  ],
  [
    'a twin, or a nickname',
    ['Pepe', 'Pérez', '2008-03-09', '5550102030'],
    ['dob', 'contact_number'],
  ],
  ['only the name', ['José', 'Pérez', '2001-01-01', '5559990000'], []],
  ['only the birth date', ['Ana', 'Pérez', '2008-03-09', '5559990000'], []],
  ['only the phone, as of a household', ['Ana', 'Pérez', '2001-01-01', '5550102030'], []],
  ['a number that only ends alike', ['José', 'Pérez', '2001-01-01', '25550102030'], []],
  ['a part of the name', ['José', 'Pérez García', '2008-03-09', '5559990000'], []],
];

describe.each(ENGINES)('on $engine', ({ settings }) => {
  let server: TestServer;
  let fixtures: Fixtures;
  beforeAll(async () => {
    server = await startTestServer(await settings());
    fixtures = await createFixtures(server);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    await server.db.update(referral).set({ deleted_at: new Date() });
  });

  let day = 0;
  /** Inserts a referral, newer than those before, and returns its id. */
  async function add(
    [first_name, last_name, dob, contact_number]: Person,
    more: Partial<ReferralInsert> = {},
  ): Promise<string> {
    const id = randomUUID();
    await insertReferrals(server.db, [
      {
        id,
        tracking_id: newTrackingId(),
        site_id: fixtures.sites.own,
        substance: ['Alcohol-related'],
        first_name,
        last_name,
        dob,
        contact_number,
        contact_digits: contact_number.replaceAll(/\D/g, ''),
        sex: 'Male',
        status: 'Pending',
        entry_date: new Date(Date.UTC(2026, 0, (day += 1))),
        ...more,
      },
    ]);
    return id;
  }
  const list = (...ids: string[]) =>
    server.callOk(
      'listDuplicates',
      { query: { ids: ids.join(',') } },
      fixtures.bearer('superuser'),
    );
  const compare = (id: string) =>
    server.call('getDuplicates', { params: { id } }, fixtures.bearer('superuser'));

  it.each(CASES)('%s', async (_what, person, same) => {
    const [jose, other] = [await add(JOSE), await add(person)];
    const hint = (_id: string, of: string) => ({
      _id,
      duplicates: [{ _id: of, same }],
      more: false,
    });
    expect(await list(jose, other)).toEqual(
      same.length > 0 ? [hint(jose, other), hint(other, jose)] : [],
    );
  });

  it.each([
    ['O’Neil', 'oneil'],
    ["O'Neil", 'O`Neil'],
    ['Nguyễn', 'NGUYEN'],
    ['Łucja', 'Lucja'],
    ['Ana-María', 'Ana Maria'],
    ['山田', '山田'],
  ])('%s is the same name as %s', async (one, other) => {
    const id = await add([one, 'Sample', '2001-01-01', '5550000001']);
    await add([other, 'Sample', '2001-01-01', '5550000002']);
    expect(await list(id)).toMatchObject([{ duplicates: [{ same: ['name', 'dob'] }] }]);
  });

  it('neither a deleted nor a held referral has or is a possible duplicate, until it is released', async () => {
    const id = await add(JOSE);
    const deleted = await add(JOSE, { deleted_at: new Date() });
    const held = await add(JOSE, { hold_reason: 'trap' });
    expect(await list(id, deleted, held)).toEqual([]);
    expect((await compare(held)).status).toBe(404);
    await server.callOk('releaseReferral', { body: { id: held } }, fixtures.bearer('superuser'));
    expect(await list(id)).toMatchObject([{ duplicates: [{ _id: held }] }]);
  });

  it('are no longer found after a correction makes them differ', async () => {
    const [id, other] = [await add(JOSE), await add(JOSE)];
    const change = {
      dob: '1999-09-09',
      contact_number: '5551112222',
      contact_digits: '5551112222',
    };
    await server.db.update(referral).set(change).where(eq(referral.id, other));
    expect(await list(id)).toEqual([]);
  });

  it('returns a limited number, and whether there are more', async () => {
    const ids = [];
    for (let count = 0; count < DUPLICATE_LIMITS.shown + 3; count += 1) ids.push(await add(JOSE));
    const hints = await list(...ids);
    expect(hints.map(({ _id }) => _id)).toEqual(ids);
    for (const hint of hints) {
      expect(hint.duplicates).toHaveLength(DUPLICATE_LIMITS.shown);
      expect(hint.duplicates.map(({ _id }) => _id)).not.toContain(hint._id);
      expect(hint.more).toBe(true);
    }
  });

  it('returns no entry for unknown ids, and one for an id that is repeated', async () => {
    const [id] = [await add(JOSE), await add(JOSE)];
    expect(await list('nobody', id, id, "' or 1=1 --")).toMatchObject([{ _id: id }]);
  });

  it.each([
    ['no id', ''],
    ['an empty one', 'a,,b'],
    ['one that cannot be stored', 'a\0'],
    ['more than a page', Array.from({ length: DUPLICATE_LIMITS.asked + 1 }, String).join(',')],
  ])('refuses %s', async (_what, ids) => {
    const answer = await server.call(
      'listDuplicates',
      { query: { ids } },
      fixtures.bearer('superuser'),
    );
    expect(answer.status).toBe(422);
  });

  it('compares whole records, newest first', async () => {
    const id = await add(JOSE, { notes: 'First' });
    const older = await add(['Jose', 'Perez', '2008-03-09', '5559990000'], { status: 'Processed' });
    const newer = await add(['Pepe', 'Pérez', '2008-03-09', '15550102030']);
    const answer = await compare(id);
    expect(answer.body).toMatchObject({
      referral: { _id: id, first_name: 'José', notes: 'First' },
      duplicates: [
        { _id: newer, first_name: 'Pepe', same: ['dob', 'contact_number'] },
        { _id: older, status: 'Processed', same: ['name', 'dob'] },
      ],
      more: false,
    });
  });

  it('answers a referral without any with itself alone', async () => {
    const id = await add(JOSE);
    expect((await compare(id)).body).toMatchObject({
      referral: { _id: id },
      duplicates: [],
      more: false,
    });
  });

  it('refuses managers, even for their own referrals', async () => {
    const id = await add(JOSE);
    await add(JOSE);
    for (const who of ['manager', 'limited', 'admin', 'referral', 'anonymous'] as const) {
      const bearer = fixtures.bearer(who);
      const refused = who === 'anonymous' ? 401 : 403;
      const listed = await server.call('listDuplicates', { query: { ids: id } }, bearer);
      const compared = await server.call('getDuplicates', { params: { id } }, bearer);
      expect([who, listed.status, compared.status]).toEqual([who, refused, refused]);
    }
  });

  it('a guest gets the same answer for a possible duplicate as for anyone else', async () => {
    const body = (first_name: string) => ({
      substance: ['Alcohol-related' as const],
      site: { value: fixtures.sites.own, label: '' },
      first_name,
      last_name: 'Pérez',
      contact_number: '555 010 2030',
      sex: 'Male' as const,
      dob: '2008-03-09',
    });
    await add(JOSE);
    const [same, other] = [
      await server.call('addGuestReferral', { body: body('Jose') }),
      await server.call('addGuestReferral', { body: body('Zed') }),
    ];
    // Each has its own reference and code, of the same length.
    const shape = ({ status, headers, body: answer }: typeof same) => [
      status,
      headers['content-length'],
      Object.keys(answer as object),
    ];
    expect(shape(same)).toEqual(shape(other));
    expect(same.body).toMatchObject({ detail: 'ok' });
  });

  it('finds the same pairs as a naive comparison', async () => {
    const person = fc.record({
      first: fc.constantFrom('José', 'jose', 'Ana', "D'An", 'D’an', 'Perez'),
      last: fc.constantFrom('Pérez', 'PEREZ', 'Jose', 'Lee-Ann', 'Lee Ann'),
      dob: fc.constantFrom('2008-03-09', '2008-09-03', '1900-01-01'),
      digits: fc.constantFrom('5550102030', '15550102030', '1555010', '555010'),
      state: fc.constantFrom('live', 'live', 'live', 'held', 'deleted'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(person, { maxLength: 6 }), async (people) => {
        await server.db.update(referral).set({ deleted_at: new Date() });
        const ids: string[] = [];
        for (const { first, last, dob, digits, state } of people) {
          const hold_reason = state === 'held' ? ('trap' as const) : null;
          const deleted_at = state === 'deleted' ? new Date() : null;
          ids.push(await add([first, last, dob, digits], { hold_reason, deleted_at }));
        }
        const expected = people.flatMap((one, index) => {
          const others = people.flatMap((other, at) => {
            const same = at === index ? [] : agreement(one, other);
            return same.length < 2 ? [] : [{ _id: ids[at], same }];
          });
          return others.length === 0
            ? []
            : [{ _id: ids[index], duplicates: others.toReversed(), more: false }];
        });
        expect(ids.length === 0 ? [] : await list(...ids)).toEqual(expected);
      }),
      RUNS,
    );
  });
});

interface Compared {
  readonly first: string;
  readonly last: string;
  readonly dob: string;
  readonly digits: string;
  readonly state: string;
}

/** In which fields two people agree, compared without the database; none unless both are in the ordinary lists. */
function agreement(one: Compared, other: Compared): string[] {
  if (one.state !== 'live' || other.state !== 'live') return [];
  const name = ({ first, last }: Compared) =>
    `${first} ${last}`
      .normalize('NFD')
      .replaceAll(/[\u0300-\u036f'’]/g, '')
      .toLowerCase()
      .split(/[ -]/)
      .toSorted((a, b) => (a < b ? -1 : 1))
      .join(' ');
  const phone = ({ digits }: Compared) => (digits.length === 11 ? digits.slice(1) : digits);
  return [
    ...(name(one) === name(other) ? ['name'] : []),
    ...(one.dob === other.dob ? ['dob'] : []),
    ...(phone(one) === phone(other) ? ['contact_number'] : []),
  ];
}
