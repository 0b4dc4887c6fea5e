/**
 * An archive: gzip over lines of JSON. The header; for each table a line that names it, and a line for each row; the end,
 * with what each table must hold. Rows are objects, all other lines arrays.
 */
import { z } from 'zod';

export const FORMAT = 'referral-desk-backup';
/** Grows when older commands could no longer read it. */
export const FORMAT_VERSION = 1;

export const headerSchema = z.tuple([
  z.literal(FORMAT),
  z.object({
    version: z.literal(FORMAT_VERSION),
    /** The version of the product that made it. */
    product: z.string(),
    made_at: z.iso.datetime(),
    /** The hashes of the migrations its tables have been through, in their order. */
    migrations: z.array(z.string()),
    /** In the order in which they can be filled. */
    tables: z.array(z.string().regex(/^[a-z_]+$/)),
  }),
]);
export type Header = z.output<typeof headerSchema>[1];

/** A header as far as any version has it. */
export const anyHeaderSchema = z.tuple([z.literal(FORMAT), z.object({ version: z.int() })]);

export const tableSchema = z.tuple([z.literal('table'), z.string()]);

export const endSchema = z.tuple([
  z.literal('end'),
  z.record(z.string(), z.object({ rows: z.int(), sha256: z.string() })),
]);

/** A fault of an archive, in words for the person at the terminal. */
export class ArchiveError extends Error {}
