import { combineDataProviders, type DataProvider } from 'react-admin';
import type { Api, Features } from '../api/client';
import { RESOURCES } from '../app/routes';
import { accountProvider } from './accounts';
import { auditProvider } from './audit';
import { consentProvider } from './consents';
import { contactProvider } from './contact';
import { duplicateProvider } from './duplicates';
import { bulkProvider } from './bulk';
import { deletedReferralProvider } from './deletedReferrals';
import { filedProvider } from './filed';
import { heldReferralProvider } from './heldReferrals';
import { peopleProvider } from './people';
import { ownReferralProvider } from './ownReferral';
import { profileProvider } from './profile';
import type { ManyVerbs } from './recordsById';
import { referralHistoryProvider } from './referralHistory';
import { referralProvider } from './referrals';
import { searchHintProvider } from './searchHints';
import { setupProvider } from './setup';
import { siteProvider } from './sites';

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
  'count',
] as const;
type Verb = (typeof VERBS)[number];

/** A resource's mapping; verbs that it leaves out are refused. */
type ResourceVerbs = { readonly [V in Verb]?: (params: never) => Promise<unknown> };

/**
 * react-admin's data provider on the calls of the contract: each file maps some resources, with a table of verbs and calls. Abort
 * signals reach the transport. The audit trail speaks the dialect of ra-data-simple-rest.
 *
 * Errors are ApiErrors: they have the `status` that react-admin reads, and nothing of the request, which contains personal data.
 * @param features what the server offers: the verbs that read by id need it
 */
export function createDataProvider(api: Api, features: Features) {
  const referrals = referralProvider(api, features);
  const heldReferrals = heldReferralProvider(api);
  const deletedReferrals = deletedReferralProvider(api);
  const accounts = accountProvider(api, features);
  const profile = profileProvider(api);
  const sites = siteProvider(api);
  const filed = filedProvider(api);
  const contact = contactProvider(api, referrals.resources[RESOURCES.referrals]);
  const resources: Readonly<Record<string, ResourceVerbs>> = {
    ...referrals.resources,
    ...heldReferrals.resources,
    ...deletedReferrals.resources,
    ...accounts.resources,
    ...profile.resources,
    ...sites.resources,
    ...contact.resources,
    ...filed.resources,
  };

  const send =
    (verb: Verb) =>
    async (resource: string, params: unknown = {}): Promise<unknown> => {
      const run = resources[resource]?.[verb];
      if (!run) throw new Error(`No ${verb} for ${resource}: map it in dataProvider/`);
      return run(params as never);
    };

  const verbs = Object.fromEntries(VERBS.map((verb) => [verb, send(verb)]));
  const mapped = verbs as unknown as DataProvider & CountVerb;
  const audit = auditProvider(api, features);
  return {
    ...combineDataProviders((resource) => (resource === RESOURCES.audit ? audit : mapped)),
    count: mapped.count,
    ...referrals.methods,
    ...referralHistoryProvider(api).methods,
    ...heldReferrals.methods,
    ...deletedReferrals.methods,
    ...duplicateProvider(api).methods,
    ...peopleProvider(api).methods,
    ...bulkProvider(api).methods,
    ...searchHintProvider(api).methods,
    ...accounts.methods,
    ...profile.methods,
    ...sites.methods,
    ...contact.methods,
    ...consentProvider(api).methods,
    ...ownReferralProvider(api).methods,
    ...filed.methods,
    ...setupProvider(api).methods,
    supportAbortSignal: true,
  };
}

interface CountVerb {
  /** How many records of a resource the person may see. */
  count(resource: string, params?: { signal?: AbortSignal }): Promise<{ data: { count: number } }>;
}

/** react-admin's verbs, and the product's own methods. */
export type StaffDataProvider = ManyVerbs & ReturnType<typeof createDataProvider>;
