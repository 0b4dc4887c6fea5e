import { combineDataProviders, type DataProvider } from 'react-admin';
import type { Api, Features } from '../api/client';
import { RESOURCES } from '../shared/routes';
import { accountActions, accountVerbs } from './accounts';
import { auditProvider } from './audit';
import { countyVerbs } from './counties';
import { managerVerbs } from './managers';
import type { ManyVerbs } from './recordsById';
import { ownAccountActions } from './ownAccount';
import { pendingUserActions, pendingUserVerbs } from './pendingUsers';
import { referralActions, referralVerbs } from './referrals';
import { siteActions, siteVerbs } from './sites';
import { superuserVerbs } from './superusers';
import { heldReferralActions, heldReferralVerbs } from './heldReferrals';

const VERBS = [
  'getList',
  'getOne',
  'getMany',
  'getManyReference',
  'create',
  'update',
  'updateMany',
  'delete',
  'deleteMany',
] as const;
type Verb = (typeof VERBS)[number];

/** A resource's mapping; verbs that it leaves out are refused. */
type ResourceVerbs = { readonly [V in Verb]?: (params: never) => Promise<unknown> };

/**
 * react-admin's data provider on the calls of the contract: one mapping file per resource, with a table of verbs and calls. Abort
 * signals reach the transport. The audit trail speaks the dialect of ra-data-simple-rest.
 *
 * Errors are ApiErrors: they have the `status` that react-admin reads, and nothing of the request, which contains personal data.
 * @param features what the server offers: the verbs that read by id need it
 */
export function createDataProvider(api: Api, features: Features) {
  const referrals = referralVerbs(api, features);
  const accounts = accountVerbs(api, features);
  const sites = siteVerbs(api);
  const resources: Readonly<Record<string, ResourceVerbs>> = {
    [RESOURCES.referrals]: referrals,
    [RESOURCES.heldReferrals]: heldReferralVerbs(api),
    [RESOURCES.sites]: sites,
    [RESOURCES.accounts]: accounts,
    [RESOURCES.pendingUsers]: pendingUserVerbs(api),
    [RESOURCES.superusers]: superuserVerbs(api),
    [RESOURCES.managers]: managerVerbs(api),
    [RESOURCES.counties]: countyVerbs(api),
  };

  const send =
    (verb: Verb) =>
    async (resource: string, params: unknown): Promise<unknown> => {
      const run = resources[resource]?.[verb];
      if (!run) throw new Error(`No ${verb} for ${resource}: map it in dataProvider/`);
      return run(params as never);
    };

  const verbs = Object.fromEntries(VERBS.map((verb) => [verb, send(verb)]));
  const ours = verbs as unknown as DataProvider;
  const audit = auditProvider(api);
  const counts: Readonly<Record<string, 'countReferrals' | 'countSuspected'>> = {
    [RESOURCES.referrals]: 'countReferrals',
    [RESOURCES.heldReferrals]: 'countSuspected',
  };
  return {
    ...combineDataProviders((resource) => (resource === RESOURCES.audit ? audit : ours)),
    ...referralActions(api, referrals),
    ...heldReferralActions(api),
    ...pendingUserActions(api),
    ...accountActions(api, accounts),
    ...siteActions(sites),
    ...ownAccountActions(api),

    /** How many records of a resource the person may see. */
    async count(resource: string, { signal }: { signal?: AbortSignal } = {}) {
      const call = counts[resource];
      if (!call) throw new Error(`No count for ${resource}: map it in dataProvider/`);
      return { data: await api.call(call, {}, { signal }) };
    },
    supportAbortSignal: true,
  };
}

/** react-admin's verbs, and the product's own methods. */
export type StaffDataProvider = ManyVerbs & ReturnType<typeof createDataProvider>;
