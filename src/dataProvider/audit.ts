import simpleRestProvider from 'ra-data-simple-rest';
import type { DataProvider } from 'react-admin';
import type { CallInput } from '../../contract/calls';
import type { AuditFilter } from '../../contract/entities/audit';
import type { Api, Features } from '../api/client';

/** The filter of the log's list. */
export interface AuditListFilter extends Omit<AuditFilter, 'kind' | 'actions'> {
  /** 'all', or actions separated by commas; changes and refusals if absent. */
  readonly what?: string;
}

/** The filter as the server takes it. */
function toWire({ what, ...others }: AuditListFilter): AuditFilter {
  if (what === 'all') return others;
  return what ? { ...others, actions: what.split(',') } : { ...others, kind: 'changes' };
}

/** The adapter's own addresses are not used: the call has its own. */
const NO_ADDRESS = '';

/**
 * | verb    | call                                                                        |
 * | ------- | --------------------------------------------------------------------------- |
 * | getList | listAudit `?filter&range&sort`, JSON each, as ra-data-simple-rest writes it; |
 * |         | the answer's Content-Range has the total. Without `what` only changes and   |
 * |         | refusals, from a server that offers `auditActions`; else everything         |
 *
 * The adapter writes the query and reads the response; our client sends it, with the session, and maps errors.
 */
export function auditProvider(api: Api, features: Features): DataProvider {
  const provider = simpleRestProvider(NO_ADDRESS, async (address, { signal } = {}) => {
    const asked = new URLSearchParams(address.split('?')[1]);
    const query: CallInput<'listAudit'>['query'] = Object.fromEntries(asked);
    const options = { signal: signal ?? undefined };
    const { body, header } = await api.callForAnswer('listAudit', { query }, options);
    const range = header('content-range');
    const headers = new Headers(range === undefined ? {} : { 'content-range': range });
    return { status: 200, headers, body: '', json: body };
  });
  return {
    ...provider,
    async getList(resource, { filter, ...params }) {
      await features.load();
      const { what: _unknown, ...known } = filter as AuditListFilter;
      const sent = features.offers('auditActions') ? toWire(filter as AuditListFilter) : known;
      return provider.getList(resource, { ...params, filter: sent });
    },
  };
}
