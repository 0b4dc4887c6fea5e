import type { AnyCallName, CallOutput } from '../../contract/calls';
import { ApiError, readRefusal } from './ApiError';
import { allEndpoints, type RawAnswer } from './wire';

type CallsThatAnswer<Shape> = {
  [N in AnyCallName]: CallOutput<N> extends Shape ? N : never;
}[AnyCallName];

/** The calls whose answer is a list, and those whose answer is a page of one; the types see to it that none is missing. */
const LISTS: Record<CallsThatAnswer<readonly unknown[]>, true> = {
  listSites: true,
  listCounties: true,
  listManagers: true,
  searchAccounts: true,
  listAudit: true,
  listNotices: true,
};
const PAGES: Record<CallsThatAnswer<{ items: readonly unknown[] }>, true> = {
  listReferrals: true,
  filterReferrals: true,
  listSuspected: true,
  listPendingAccounts: true,
  listAccounts: true,
};

/**
 * The body of an answer.
 * @throws ApiError for a refusal, and for an answer that is none: a network that wants people to sign in to it, or a server
 * in between, answers a page of its own with 200
 */
export function readAnswer<N extends AnyCallName>(name: N, answer: RawAnswer): CallOutput<N> {
  const { status, data } = answer;
  if (status < 200 || status > 299) throw readRefusal(status, data, answer.header('retry-after'));
  if (!isReadable(name, answer)) throw new ApiError('unreadable');
  return data as CallOutput<N>;
}

function isReadable(name: AnyCallName, { data, header }: RawAnswer): boolean {
  if (name in LISTS) return Array.isArray(data);
  const isObject = typeof data === 'object' && data !== null && !Array.isArray(data);
  if (name in PAGES) return isObject && 'items' in data && Array.isArray(data.items);
  if (isRead(name)) return isObject;
  // What the others answer is not looked at, and may be nothing; but a page is nobody's receipt.
  const isText = typeof data === 'string' && data !== '';
  return !isText || /\bjson\b/i.test(header('content-type') ?? '');
}

/** The calls of whose answer something is read (spec section 7). */
const isRead = (name: AnyCallName) =>
  name === 'login' ||
  name === 'changePassword' ||
  (allEndpoints[name].method === 'GET' && name !== 'checkResetToken');
