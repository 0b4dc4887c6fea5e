import { z } from 'zod';
import { idSchema } from './text';

/** A county a Medi-Cal insurance belongs to (spec section 3). */
export const countySchema = z.object({ id: idSchema, name: z.string() });
export type County = z.output<typeof countySchema>;
