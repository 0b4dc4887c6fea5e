/**
 * A search tells by its statements and their work nothing about names that the reader may not see: at other sites, deleted,
 * held, or written so before a correction.
 */
import { eq, sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { referral } from '../../server/db/schema';
import { insertReferrals } from '../../server/db/statements/bulkInsert';
import { rollUpCounters } from '../../server/features/referrals/list/counters';
import { createMigratedDatabase } from '../support/engines';
import { createFixtures, type Fixtures } from '../support/fixtures';
import { recordStatements, type Sent } from '../support/recordedStatements';
import { referralRow } from '../support/referralRows';
import { startTestServer, type TestServer } from '../support/testServer';

/** More than a search counts, and more than a short list has. */
const VISIBLE = 26_000;
const MANY = 3_000;

/** How a name is out of sight, and the words that one referral and very many have in this way. */
const HIDDEN = {
  elsewhere: ['qvelsone', 'qvelsmany'],
  deleted: ['qvdelone', 'qvdelmany'],
  held: ['qvheldone', 'qvheldmany'],
  corrected: ['qvcorrone', 'qvcorrmany'],
} as const;
type Hidden = keyof typeof HIDDEN;
const ABSENT = 'qvabsent';
/** The birth date of all whose first name is the word; nobody has that of ABSENT. */
const bornOf = (word: string) =>
  `1930-01-${10 + [ABSENT, ...Object.values(HIDDEN).flat()].indexOf(word)}`;

let server: TestServer;
let fixtures: Fixtures;
let client: pg.Client;

beforeAll(async () => {
  const url = await createMigratedDatabase();
  server = await startTestServer({ DATABASE_URL: url });
  fixtures = await createFixtures(server);
  client = new pg.Client({ connectionString: url });
  await client.connect();
  const visible = (position: number) =>
    referralRow(fixtures.sites.own, position, ['Sam', `Crowd${position % 500}`]);
  for (let start = 0; start < VISIBLE; start += 2_000) {
    await insertReferrals(
      server.db,
      Array.from({ length: 2_000 }, (_, at) => visible(start + at)),
    );
  }
  for (const [how, [one, many]] of Object.entries(HIDDEN) as [Hidden, (typeof HIDDEN)[Hidden]][]) {
    await insertReferrals(server.db, [hide(how, one, 0)]);
    await insertReferrals(
      server.db,
      Array.from({ length: MANY }, (_, position) => hide(how, many, position)),
    );
  }
  await server.db
    .update(referral)
    .set({ deleted_at: new Date() })
    .where(sql`first_name like 'qvdel%'`);
  await server.db
    .update(referral)
    .set({ hold_reason: 'trap' })
    .where(sql`first_name like 'qvheld%'`);
  await server.db
    .update(referral)
    .set({ first_name: 'Sam', dob: '2001-01-01' })
    .where(sql`first_name like 'qvcorr%'`);
  await rollUpCounters(server.db);
  await client.query('vacuum (analyze)');
}, 300_000);
afterAll(async () => {
  await client.end();
  await server.close();
});

const hide = (how: Hidden, word: string, position: number) =>
  referralRow(fixtures.sites[how === 'elsewhere' ? 'other' : 'own'], position, [word, 'Hidden'], {
    dob: bornOf(word),
  });

/** Returns the statements that a call sends. */
const statementsOf = async (call: () => Promise<unknown>) => (await recordStatements(call)).sent;

const planSchema: z.ZodType<Plan> = z.lazy(() =>
  z.object({
    'Node Type': z.string(),
    'Index Name': z.string().optional(),
    'Actual Rows': z.number(),
    'Actual Loops': z.number(),
    'Rows Removed by Filter': z.number().optional(),
    'Rows Removed by Index Recheck': z.number().optional(),
    Plans: z.array(planSchema).optional(),
  }),
);
interface Plan {
  'Node Type': string;
  Plans?: Plan[] | undefined;
}

/** Explains the statement that reads the list: its plan, with the number of rows of each node. */
async function explain(sent: readonly Sent[]): Promise<unknown> {
  const reads = sent.filter(({ text }) => text.includes('caller as materialized'));
  expect(reads).toHaveLength(1);
  const [read] = reads;
  const { rows } = await client.query({
    text: `explain (analyze, timing off, format json) ${read?.text ?? ''}`,
    values: [...(read?.values ?? [])],
  });
  return z
    .tuple([z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: planSchema })]) })])
    .parse(rows)[0]['QUERY PLAN'][0].Plan;
}

describe.each([
  ['manager', ['elsewhere', 'deleted', 'held', 'corrected']],
  ['superuser', ['deleted', 'held', 'corrected']],
] as const)('a %s', (who, hidden) => {
  const search = (name: 'filterReferrals' | 'listWorklist', field: string, word: string) => () =>
    server.callOk(
      name,
      name === 'listWorklist' ? { body: { [field]: word } } : { query: { [field]: word } },
      fixtures.bearer(who),
    );

  it.each([
    ['listWorklist', 'q', 'a name', (word: string) => word],
    ['listWorklist', 'q', 'a birth date', bornOf],
    ['listWorklist', 'q', 'a name and a birth date', (word: string) => `sam ${bornOf(word)}`],
    ['listWorklist', 'name', 'a name', (word: string) => word],
    ['filterReferrals', 'name', 'a name', (word: string) => word],
  ] as const)('learns nothing by %s with %s, %s', async (call, field, _what, toText) => {
    const absent = await statementsOf(search(call, field, toText(ABSENT)));
    const plan = await explain(absent);
    for (const how of hidden) {
      for (const word of HIDDEN[how]) {
        const sent = await statementsOf(search(call, field, toText(word)));
        expect({ word, sent: sent.map(({ text }) => text) }).toEqual({
          word,
          sent: absent.map(({ text }) => text),
        });
        expect({ word, plan: await explain(sent) }).toEqual({ word, plan });
      }
    }
  });
});

it('the words of held, deleted and corrected names leave the index, and come back with a release and when put back', async () => {
  const countOf = async (word: string) => {
    await rollUpCounters(server.db);
    const { rows } = await client.query('select count from name_word where word = $1', [word]);
    return z.array(z.object({ count: z.number() })).parse(rows)[0]?.count;
  };
  const [row] = await server.db
    .select({ id: referral.id })
    .from(referral)
    .where(eq(referral.first_name, 'qvheldone'));
  for (const [, many] of Object.values(HIDDEN)) {
    expect(await countOf(many)).toBe(many === HIDDEN.elsewhere[1] ? MANY : undefined);
  }
  await server.callOk(
    'releaseReferral',
    { body: { id: row?.id ?? '' } },
    fixtures.bearer('superuser'),
  );
  expect(await countOf('qvheldone')).toBe(1);
  await server.callOk(
    'deleteReferral',
    { body: { id: row?.id ?? '' } },
    fixtures.bearer('superuser'),
  );
  expect(await countOf('qvheldone')).toBeUndefined();
  await server.callOk(
    'putBackReferral',
    { body: { id: row?.id ?? '' } },
    fixtures.bearer('superuser'),
  );
  expect(await countOf('qvheldone')).toBe(1);
});
