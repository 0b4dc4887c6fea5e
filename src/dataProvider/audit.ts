import simpleRestProvider from 'ra-data-simple-rest';
import type { DataProvider } from 'react-admin';
import type { CallInput } from '../../contract/calls';
import type { Api } from '../api/client';

/** What the list is narrowed by; `person` is the id of a record or the tracking id of a referral. */
export interface AuditFilter {
  readonly actor?: string;
  readonly person?: string;
  /** From this moment on, and before that one: ISO date-times. */
  readonly from?: string;
  readonly to?: string;
  /** The number of the newest entry. */
  readonly until?: number;
}

/** The adapter's own addresses are not used: the call has its own. */
const NO_ADDRESS = '';

/**
 * | verb    | call                                                                        |
 * | ------- | --------------------------------------------------------------------------- |
 * | getList | listAudit `?filter&range&sort`, JSON each, as ra-data-simple-rest writes it; |
 * |         | the answer's Content-Range has the total                                    |
 *
 * The adapter speaks; our transport carries, with the session, its refusals and no header a server did not ask for.
 */
export function auditProvider(api: Api): DataProvider {
  return simpleRestProvider(NO_ADDRESS, async (address, { signal } = {}) => {
    const asked = new URLSearchParams(address.split('?')[1]);
    const query: CallInput<'listAudit'>['query'] = Object.fromEntries(asked);
    const options = { signal: signal ?? undefined };
    const { body, header } = await api.callForAnswer('listAudit', { query }, options);
    const range = header('content-range');
    const headers = new Headers(range === undefined ? {} : { 'content-range': range });
    return { status: 200, headers, body: '', json: body };
  });
}
