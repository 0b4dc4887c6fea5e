import { z } from 'zod';
import { LENGTHS } from '../constants';
import { nameSchema } from './name';
import { idSchema } from './text';

/** A school or other place referrals are tied to (spec section 3). */
export const siteSchema = z.object({
  _id: idSchema,
  name: z.string(),
  /** What our server adds: grows with every change. */
  version: z.number().int().optional(),
});
export type Site = z.output<typeof siteSchema>;

export const siteNameSchema = nameSchema(LENGTHS.siteName);
