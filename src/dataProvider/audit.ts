import simpleRestProvider from 'ra-data-simple-rest';
import type { DataProvider } from 'react-admin';
import type { CallInput } from '../../contract/calls';
import type { Api } from '../api/client';

/** The adapter's own addresses are not used: the call has its own. */
const NO_ADDRESS = '';

/**
 * | verb    | call                                                                        |
 * | ------- | --------------------------------------------------------------------------- |
 * | getList | listAudit `?filter&range&sort`, JSON each, as ra-data-simple-rest writes it; |
 * |         | the answer's Content-Range has the total                                    |
 *
 * The adapter writes the query and reads the response; our client sends it, with the session, and maps errors.
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
