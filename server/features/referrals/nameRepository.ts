/** Searching for a part of a name: first which words there are with it, then who has those. */
import { and, arrayContains, like, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../db/openDatabase';
import { name_word, referral, searched } from '../../db/schema';
import { contains, literal, textArray } from '../../db/likePatterns';

/** A word that more referrals have is common, however many there are; the trigger that counts them goes no further. */
const SEEN_AT_MOST = 2_000;
/** As many different words say nothing about whom one looks for. */
const WORDS_AT_MOST = 1_000;
/** What has fewer characters holds no trigram. */
const TRIGRAM = 3;

export interface NameSearch {
  /** That the name contains the text, accents and capitals aside. */
  readonly condition: SQL;
  /** Whether so many have it that the newest are found soonest by going through all. */
  readonly isCommon: boolean;
}

/** What to ask for, or null when nobody has such a name. */
export async function searchName(db: Database, typed: string): Promise<NameSearch | null> {
  const text = await asSearched(db, typed);
  const words = text.split(' ');
  const telling: SQL[] = [];
  for (const [place, word] of words.entries()) {
    const found = await findWords(db, word, {
      isFirst: place === 0,
      isLast: place === words.length - 1,
    });
    if (found.words.length === 0) return null;
    if (!found.isCommon) {
      telling.push(
        sql`string_to_array(${referral.name_searched}, ' ') && ${textArray(found.words)}`,
      );
    }
  }
  return {
    condition: sql`${and(like(referral.name_searched, contains(text)), ...telling)}`,
    isCommon: telling.length === 0,
  };
}

/** By the database's own rule, which the index follows. */
async function asSearched(db: Database, typed: string): Promise<string> {
  const [row] = await db.select({ text: searched(sql`${typed}`) }).from(sql`(values (1)) once`);
  return (row?.text ?? '').trim();
}

/** The words that a word of the search may be: its first may begin before, its last go on. */
async function findWords(
  db: Database,
  word: string,
  { isFirst, isLast }: { isFirst: boolean; isLast: boolean },
): Promise<{ words: string[]; isCommon: boolean }> {
  const pattern = `${isFirst ? '%' : ''}${literal(word)}${isLast ? '%' : ''}`;
  const rows = await db
    .select()
    .from(name_word)
    .where(
      and(
        sql`${name_word.word} like ${pattern}`,
        word.length < TRIGRAM && word !== ''
          ? arrayContains(sql`pieces(${name_word.word})`, sql`${textArray([word])}`)
          : undefined,
      ),
    )
    // In order, so that of very many only the first are read.
    .orderBy(name_word.word)
    .limit(WORDS_AT_MOST);
  const seen = rows.reduce((sum, row) => sum + row.seen, 0);
  return {
    words: rows.map((row) => row.word),
    isCommon: rows.length === WORDS_AT_MOST || seen >= SEEN_AT_MOST,
  };
}
