/** The keys of names: the SQL functions and those of the app are the same. */
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { sameKey, searchKey } from '../../contract/textMatching';
import { ENGINES } from '../support/engines';
import { startTestServer, type TestServer } from '../support/testServer';

/** All characters but the Han letters, which are their own keys, and those that PostgreSQL does not store. */
const CHARACTERS = Array.from({ length: 0x110000 }, (_, code) => code)
  .filter((code) => code > 0 && (code < 0xd800 || code > 0xdfff))
  .map((code) => String.fromCodePoint(code))
  .filter((character) => /[^\p{Cn}\p{Co}\p{Unified_Ideograph}]/u.test(character));

const PER_STATEMENT = 10_000;

/** A letter of Unicode 17, which neither database decomposes yet. */
const NEWER = /\ua7f1/u;

/** Characters that a key changes, and those next to them. */
const ODD = Array.from(
  `aBéÅøŁßẞæÞıİΣςσйЁĳﬁ①Ⅷ½Ｏｋ~'’ʻ´\`"“″‴-–−.…,·()&/ \t\n\v\u00a0\u3000\u0301\u0323\u0345\u200b\u200d\ufe0f` +
    'كکىیئأةه٣۳ـَ\u05d0\u05b7कि़्ก้がハ\u309a가각\u1100\u1161',
);

const rowSchema = z.object({
  rows: z.array(z.object({ text: z.string(), same: z.string(), search: z.string() })),
});

describe.each(ENGINES)('on $engine', ({ settings }) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(await settings());
  });
  afterAll(() => server.close());

  /** Reads the keys that the database makes of texts, and those that the app makes, where they differ. */
  async function findDifferences(texts: readonly string[]) {
    const result = await server.db.execute(sql`
      select text, same_key(text) as same, search_key(same_key(text)) as search
      from unnest(${sql.param([...texts])}::text[]) text`);
    return rowSchema
      .parse(result)
      .rows.filter(({ text, same, search }) => same !== sameKey(text) || search !== searchKey(text))
      .map(
        ({ text, same }) =>
          `${text} ${text.codePointAt(2)?.toString(16)}: ${same}, not ${sameKey(text)}`,
      );
  }

  it('keys are those of the app, for every character within a word', async () => {
    // In several statements, as the time that the server gives to each is limited.
    for (let start = 0; start < CHARACTERS.length; start += PER_STATEMENT) {
      const characters = CHARACTERS.slice(start, start + PER_STATEMENT);
      const different = await findDifferences(characters.map((character) => `a ${character}B`));
      expect(different.filter((one) => !NEWER.test(one))).toEqual([]);
    }
  });

  it('keys are those of the app, for characters in any order', async () => {
    const text = fc.string({ unit: fc.constantFrom(...ODD), maxLength: 12 });
    expect(await findDifferences(fc.sample(text, 5_000))).toEqual([]);
  });
});
