import { type Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** A value, or its place in a statement that is built once for all values, or an expression for it. */
export type Parameter<Value> = Value | Placeholder | SQL;
/** A list of texts, or its place. */
export type TextList = Parameter<readonly string[]>;

/** A list of texts as one value: the statement is the same however many there are. */
export const textArray = (texts: TextList): SQL =>
  sql`${isListed(texts) ? sql.param([...texts]) : texts}::text[]`;

const isListed = (texts: TextList): texts is readonly string[] => Array.isArray(texts);
/** Whether a list has no texts; a list whose values come later may have some. */
export const isEmpty = (texts: TextList): boolean => isListed(texts) && texts.length === 0;

/** Condition: a text is one of a list. */
export const isAnyOf = (text: SQLWrapper, texts: TextList): SQL =>
  sql`${text} = any(${textArray(texts)})`;

/**
 * A value that is hidden from the planner. Its estimates are then the same for every value, so a prepared statement
 * keeps one plan instead of being planned again for each value. The best plan must not depend on the value.
 */
export const hiddenText = (text: Parameter<string>): SQL => sql`(select ${text}::text)`;
export const hiddenTextArray = (texts: TextList): SQL => sql`(select ${textArray(texts)})::text[]`;
export const hiddenNumber = (number: Parameter<number>): SQL => sql`(select ${number}::bigint)`;

/** A number in the text of the statement, so that the planner knows it even if the statement is prepared. */
export const literal = (number: number): SQL => sql.raw(String(number));

/** An expression for the time so many seconds ago, by the database's clock. */
export const secondsAgo = (seconds: number): SQL => sql`now() - make_interval(secs => ${seconds})`;
