import { z } from 'zod';
import { LENGTHS } from '../constants';
import { idSchema, lineSchema } from './text';

/** A school or other place referrals are tied to (spec section 3). */
export const siteSchema = z.object({ _id: idSchema, name: z.string() });
export type Site = z.output<typeof siteSchema>;

export const siteNameSchema = lineSchema(LENGTHS.siteName);
