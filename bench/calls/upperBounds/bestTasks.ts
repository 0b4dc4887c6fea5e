/** The tasks of bestServer.ts, one for each case. */
import { z } from 'zod';

export const bestTasksSchema = z.array(
  z
    .discriminatedUnion('kind', [
      /** Runs a statement whose one row has the JSON text `body`. */
      z.object({ kind: z.literal('read'), text: z.string() }),
      /** Inserts the referral of the request, filed by an account or a guest. */
      z.object({ kind: z.literal('write'), createdBy: z.string().nullable() }),
      /** Compares a password with its hash. */
      z.object({ kind: z.literal('login'), hash: z.string(), password: z.string() }),
    ])
    // The case has no best statement.
    .nullable(),
);
export type BestTask = NonNullable<z.output<typeof bestTasksSchema>[number]>;

/** Stores a referral, as our server's own insert does. */
export const INSERT = `
  insert into referral (id, tracking_id, site_id, substance, first_name, last_name, contact_number, contact_digits, sex, dob,
    notes, status, created_by)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
  returning json_build_object('_id', id, 'tracking_id', tracking_id)::text as body`;
