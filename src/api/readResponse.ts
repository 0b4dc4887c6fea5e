/** Reads the response of a call. */
import type { AnyCallName, CallOutput } from '../../contract/calls';
import { allEndpoints, isSafe } from '../../contract/calls/endpoints';
import { ApiError, parseErrorResponse, type RawResponse } from './ApiError';

type List = readonly unknown[];
type Page = { items: List };

/** The calls that return a list or a page of one. The type requires all of them. */
const SHAPES: {
  [N in AnyCallName as CallOutput<N> extends List | Page ? N : never]: CallOutput<N> extends List
    ? 'list'
    : 'page';
} = {
  listSites: 'list',
  listCounties: 'list',
  listManagers: 'list',
  searchAccounts: 'list',
  listAudit: 'list',
  listNotices: 'list',
  listOwners: 'list',
  listDuplicates: 'list',
  listReferrals: 'page',
  filterReferrals: 'page',
  listHeld: 'page',
  listWorklist: 'page',
  listPendingAccounts: 'page',
  listAccounts: 'page',
};

/**
 * @returns the body
 * @throws ApiError unless the status is 200–299 and the body has the call's shape
 */
export function readResponse<N extends AnyCallName>(name: N, response: RawResponse): CallOutput<N> {
  const { status, data, header } = response;
  if (status < 200 || status > 299) throw parseErrorResponse(status, data, header('retry-after'));
  if (!isReadable(name, response)) throw new ApiError('unreadable');
  return data as CallOutput<N>;
}

function isReadable(name: AnyCallName, { data, header }: RawResponse): boolean {
  const shape = name in SHAPES ? SHAPES[name as keyof typeof SHAPES] : undefined;
  if (shape === 'list') return Array.isArray(data);
  const isObject = typeof data === 'object' && data !== null && !Array.isArray(data);
  if (shape === 'page') return isObject && 'items' in data && Array.isArray(data.items);
  const isRead = isSafe(allEndpoints[name]) && name !== 'checkResetToken';
  if (isRead || name === 'login' || name === 'changePassword') return isObject;
  // Any other body may be empty; but an HTML page does not confirm a write.
  const isText = typeof data === 'string' && data !== '';
  return !isText || /\bjson\b/i.test(header('content-type') ?? '');
}
