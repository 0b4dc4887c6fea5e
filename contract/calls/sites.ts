import { z } from 'zod';
import { siteMarkSchema } from '../entities/contact';
import { countySchema } from '../entities/county';
import {
  restorableSiteSchema,
  siteCountsSchema,
  siteNameSchema,
  siteSchema,
} from '../entities/site';
import { idSchema } from '../entities/text';
import { defineCall, doneSchema, INVALID, KEY_CONFLICT, SIGNED_IN_ERRORS, STALE } from './call';
import { endpoints, extraEndpoints } from './endpoints';

const CHANGE_ERRORS = {
  ...SIGNED_IN_ERRORS,
  404: 'No such site',
  409: 'The name is taken, also by a deleted site, or a rule of the product depends on the site',
  ...STALE,
  ...INVALID,
} as const;

export const siteCalls = {
  listSites: defineCall(endpoints.listSites, {
    summary: 'All sites that are not deleted, by name',
    response: z.array(siteSchema),
    errors: {},
  }),
  addSite: defineCall(endpoints.addSite, {
    summary: 'Add a site',
    body: z.object({ name: siteNameSchema }),
    response: siteSchema,
    errors: {
      ...SIGNED_IN_ERRORS,
      409: `The name is taken, also by a deleted site; or, with a key, ${KEY_CONFLICT}`,
      ...INVALID,
    },
  }),
  updateSite: defineCall(endpoints.updateSite, {
    summary: 'Rename a site',
    body: z.object({ id: idSchema, name: siteNameSchema }),
    response: siteSchema,
    errors: CHANGE_ERRORS,
  }),
  deleteSite: defineCall(endpoints.deleteSite, {
    summary: 'Delete the site with this id; its referrals keep its name',
    body: z.object({ id: idSchema, name: z.string().nullish() }),
    response: doneSchema,
    errors: CHANGE_ERRORS,
  }),
  listCounties: defineCall(endpoints.listCounties, {
    summary: 'All counties, by name',
    response: z.array(countySchema),
    errors: {},
  }),
};

export const siteExtras = {
  listRestorableSites: defineCall(extraEndpoints.listRestorableSites, {
    summary:
      'The deleted sites with this name, latest first, and the accounts that see their referrals',
    query: z.object({ name: siteNameSchema }),
    response: z.array(restorableSiteSchema),
    errors: { ...SIGNED_IN_ERRORS, ...INVALID },
  }),
  restoreSite: defineCall(extraEndpoints.restoreSite, {
    summary: 'Restore a deleted site, with its referrals and accounts',
    body: z.object({ id: idSchema }),
    response: siteSchema,
    errors: {
      ...SIGNED_IN_ERRORS,
      404: 'No such site',
      409: 'Another site has its name',
      ...INVALID,
    },
  }),
  listDeletedSites: defineCall(extraEndpoints.listDeletedSites, {
    summary: 'The deleted sites of referrals that the caller may see, by name',
    response: z.array(siteSchema.omit({ version: true })),
    errors: SIGNED_IN_ERRORS,
  }),
  listSiteMarks: defineCall(extraEndpoints.listSiteMarks, {
    summary: "Which sites are the provider's own, and their standard for the first attempt",
    response: z.array(siteMarkSchema),
    errors: SIGNED_IN_ERRORS,
  }),
  markSite: defineCall(extraEndpoints.markSite, {
    summary: "Mark a site as the provider's own or outside of it, and set its standard",
    body: siteMarkSchema,
    response: doneSchema,
    errors: { ...SIGNED_IN_ERRORS, 404: 'No such site', ...INVALID },
  }),
  listSiteCounts: defineCall(extraEndpoints.listSiteCounts, {
    summary: 'How many referrals and managers each site that is not deleted has',
    response: z.array(siteCountsSchema),
    errors: SIGNED_IN_ERRORS,
  }),
};
