import type { FastifyReply } from 'fastify';
import { PAGE_LIMITS } from '../../contract/staffConstants';

/** A page of a list. `total` is the number of its items, or a lower bound if `more` is true. */
interface Counted {
  total: number;
  more?: boolean;
}

/** A page whose items the database has written as a JSON array, in the form of the contract. */
export interface JsonPage extends Counted {
  itemsJson: string;
}

/**
 * A page of a list as sent to the client. An empty list has 0 pages; `pages` never exceeds the last page that may be requested.
 */
export function toPage<Page extends Counted>(
  found: Page,
  { page, size }: { page: number; size: number },
) {
  const pages = Math.min(Math.ceil(found.total / size), PAGE_LIMITS.maxPage);
  return { ...found, page, size, pages };
}

const EMPTY = '{"items":[]';

/** Serializes a page whose items are already JSON. Its other fields are serialized by the call's response schema. */
export function sendJsonPage(reply: FastifyReply, { itemsJson, ...page }: JsonPage): string {
  const text = String(reply.serializeInput({ items: [], ...page }, '200'));
  if (!text.startsWith(EMPTY)) throw new Error('The items are not the first field of the response');
  reply.type('application/json; charset=utf-8');
  return `{"items":${itemsJson}${text.slice(EMPTY.length)}`;
}
