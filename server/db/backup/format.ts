/**
 * The archive format: gzip over lines of JSON. A header; for each table a line with its name and a line per row; an end line with
 * the row count and SHA-256 of each table. Rows are objects, all other lines are arrays.
 */
import { z } from 'zod';

export const FORMAT = 'referral-desk-backup';
/** Increases when older commands can no longer read the format. */
export const FORMAT_VERSION = 1;

/**
 * The maximum length of a line, in characters. Every row is made from requests of at most 256 KiB; the longest are of 52,000
 * characters (tests/database/backupContent.test.ts).
 */
export const MAX_LINE_LENGTH = 1024 * 1024;

export const DAMAGED =
  'It was cut off or changed after it was written, or it is not a Referral Desk archive.';

export const headerSchema = z.tuple([
  z.literal(FORMAT),
  z.object({
    version: z.literal(FORMAT_VERSION),
    /** The version of the product that wrote the archive. */
    product: z.string(),
    made_at: z.iso.datetime(),
    /** The hashes of the applied migrations, in order. */
    migrations: z.array(z.string()),
    /** In an order in which they can be filled. */
    tables: z.array(z.string().regex(/^[a-z_]+$/)),
  }),
]);
export type Header = z.output<typeof headerSchema>[1];

/** The part of a header that every version has. */
export const anyHeaderSchema = z.tuple([z.literal(FORMAT), z.object({ version: z.int() })]);

export const tableSchema = z.tuple([z.literal('table'), z.string()]);

export const endSchema = z.tuple([
  z.literal('end'),
  z.record(z.string(), z.object({ rows: z.int(), sha256: z.string() })),
]);

/** A fault of an archive, with a message for the operator. */
export class ArchiveError extends Error {}
