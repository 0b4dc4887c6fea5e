import { z } from 'zod';
import { LENGTHS } from '../constants';
import { nameSchema } from './name';
import { idSchema } from './text';

/** A school or other place that referrals belong to (spec section 3). */
export const siteSchema = z.object({
  _id: idSchema,
  name: z.string(),
  /** An addition of our server: increases with every change. */
  version: z.number().int().optional(),
  /**
   * An addition of our server: 'program' where nobody but staff of the program reads referrals. Absent where staff that were
   * approved for the site may read them, too.
   */
  readers: z.literal('program').optional(),
});
export type Site = z.output<typeof siteSchema>;

/** A deleted site that can be restored, and the accounts that have it and see its referrals. */
export const restorableSiteSchema = siteSchema.extend({
  deletion_date: z.iso.datetime(),
  accounts: z.array(z.object({ _id: idSchema, fullname: z.string(), username: z.string() })),
});
export type RestorableSite = z.output<typeof restorableSiteSchema>;

/** How much a site is used: its referrals that are filed, and the active accounts that it is assigned to. */
export const siteCountsSchema = z.object({
  _id: idSchema,
  referrals: z.number().int().nonnegative(),
  managers: z.number().int().nonnegative(),
});
export type SiteCounts = z.output<typeof siteCountsSchema>;

export const siteNameSchema = nameSchema(LENGTHS.siteName);
