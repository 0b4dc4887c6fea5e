import { combineDataProviders, type DataProvider } from 'react-admin';
import type { Api } from '../api/client';
import { accountActions, accountVerbs } from './accounts';
import { auditProvider } from './audit';
import { countyVerbs } from './counties';
import { managerVerbs } from './managers';
import { ownAccountActions } from './ownAccount';
import { pendingUserActions, pendingUserVerbs } from './pendingUsers';
import { referralActions, referralVerbs } from './referrals';
import { siteActions, siteVerbs } from './sites';
import { superuserVerbs } from './superusers';
import { suspectedActions, suspectedVerbs } from './suspected';

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

/** A resource's own mapping; what it leaves out is refused. */
type ResourceVerbs = { readonly [V in Verb]?: (params: never) => Promise<unknown> };

/**
 * React-admin's verbs over the calls of the contract: one mapping file per resource beside this one, each with its table
 * of verbs and calls. The transport is given, and the signal that aborts a read is passed on to it. A list of our own server,
 * beyond the specification, speaks react-admin's own dialect.
 *
 * A refusal reaches react-admin as the ApiError it is: it has the `status` react-admin looks at, and nothing of the
 * request, which holds a person's data.
 */
export function createDataProvider(api: Api) {
  const resources: Readonly<Record<string, ResourceVerbs>> = {
    referrals: referralVerbs(api),
    suspected: suspectedVerbs(api),
    sites: siteVerbs(api),
    accounts: accountVerbs(api),
    'pending-users': pendingUserVerbs(api),
    superusers: superuserVerbs(api),
    managers: managerVerbs(api),
    counties: countyVerbs(api),
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
  return {
    ...combineDataProviders((resource) => (resource === 'audit' ? audit : ours)),
    ...referralActions(api),
    ...suspectedActions(api),
    ...pendingUserActions(api),
    ...accountActions(api),
    ...siteActions(api),
    ...ownAccountActions(api),
    supportAbortSignal: true,
  };
}

/** React-admin's verbs, and those of the product beside them. */
export type StaffDataProvider = ReturnType<typeof createDataProvider>;
