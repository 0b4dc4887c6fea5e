import { type Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** A value, or a placeholder or expression for it in a statement that is built once for all values. */
export type Parameter<Value> = Value | Placeholder | SQL;
/** A list of texts, or a placeholder or expression for it. */
export type TextList = Parameter<readonly string[]>;

/** A list of texts as one array parameter: the statement's text does not depend on the length of the list. */
export const textArray = (texts: TextList): SQL =>
  sql`${isListed(texts) ? sql.param([...texts]) : texts}::text[]`;

const isListed = (texts: TextList): texts is readonly string[] => Array.isArray(texts);
/** Whether a list is known to be empty; false for a placeholder or an expression. */
export const isEmpty = (texts: TextList): boolean => isListed(texts) && texts.length === 0;

/** Condition: a text is one of a list. */
export const isAnyOf = (text: SQLWrapper, texts: TextList): SQL =>
  sql`${text} = any(${textArray(texts)})`;

/**
 * A value that is opaque to the planner: in a subselect, its estimates do not depend on the value. A prepared statement then
 * keeps its generic plan instead of being planned for each value. Use it only where the best plan does not depend on the value.
 */
export const opaqueText = (text: Parameter<string>): SQL => sql`(select ${text}::text)`;
export const opaqueTextArray = (texts: TextList): SQL => sql`(select ${textArray(texts)})::text[]`;
export const opaqueNumber = (number: Parameter<number>): SQL => sql`(select ${number}::bigint)`;

/** A number inlined in the statement's text, so that the generic plan of a prepared statement takes it into account. */
export const inlineNumber = (number: number): SQL => sql.raw(String(number));
