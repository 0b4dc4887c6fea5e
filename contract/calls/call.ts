import { z } from 'zod';
import { LENGTHS } from '../constants';
import { idSchema } from '../entities/text';
import type { Endpoint } from './endpoints';

/**
 * The request and response of a call. The server validates with these schemas, the web app derives its types from them, and the
 * API document is generated from them.
 */
export interface CallSchemas {
  readonly summary: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** How large a body may be, in bytes and in JSON values at all levels, if that is more than usual. */
  readonly bodyLimits?: { readonly bytes: number; readonly values: number };
  readonly response: z.ZodType;
  /** The error statuses of the call, each with its reason. Those of every call are omitted (413, 415, 429, 503). */
  readonly errors: Readonly<Partial<Record<ErrorStatus, string>>>;
}

export type ErrorStatus = 400 | 401 | 403 | 404 | 409 | 412 | 422;

export type Call = Endpoint & CallSchemas;

/** The schemas that an endpoint needs. If its response is a file, the schema is `z.file().mime(…)` with the media type. */
type SchemasOf<E extends Endpoint> = E extends { answers: 'file' }
  ? CallSchemas & { readonly response: z.ZodFile }
  : CallSchemas;

/** Combines an endpoint with its schemas, preserving both exact types. */
export function defineCall<const E extends Endpoint, const S extends SchemasOf<E>>(
  endpoint: E,
  schemas: S,
): E & S {
  return { ...endpoint, ...schemas };
}

/** The path parameter of a call on one record. */
export const paramsSchema = z.object({ id: idSchema });

/**
 * The path parameter of a call that reads one record. A malformed id becomes an empty one, which no record has, so that the
 * response is the same 404 as for an unknown id.
 */
export const readParamsSchema = z.object({
  id: z.string().transform((id) => idSchema.safeParse(id).data ?? ''),
});

/** The response of a write that only confirms its success. */
export const doneSchema = z.object({ detail: z.string() });

/** One invalid field of a 422: `loc[1]` names it (spec section 5). `msg` never repeats the value sent. */
export const issueSchema = z.object({
  type: z.string(),
  loc: z.array(z.union([z.string(), z.number()])),
  msg: z.string(),
});
export type Issue = z.output<typeof issueSchema>;

/** The body of every refusal except a 422. */
export const errorSchema = z.object({ detail: z.string() });
/** The body of a 422. */
export const issuesSchema = z.object({ detail: z.array(issueSchema) });

export const SIGNED_IN_ERRORS = {
  401: 'Not signed in, or the session has ended',
  403: 'The role may not do this',
} as const;

export const INVALID = { 422: 'A field is missing or invalid' } as const;

/** Why a call may be refused because of its idempotency key. */
export const KEY_CONFLICT =
  'the key was used with other content, or its first request is still running';

/** The refusal of a change to a record that has changed since the client read it. */
export const STALE = { 412: 'If-Match names a version other than the current one' } as const;

const idempotencyKey = z
  .string()
  .max(LENGTHS.idempotencyKey)
  .regex(/^[!-~]+$/, { message: 'Must be visible characters without blanks' })
  .optional()
  .describe(
    'Chosen at random by the client for one submission. A repeat with the same key within a day gets the first response',
  );

const expectedVersion = z
  .string()
  .regex(/^"\d{1,9}"$/, { message: 'Must be a version in quotation marks, such as "7"' })
  .optional()
  .describe(
    'The version that the client has read, in quotation marks. If there is a newer one, nothing is changed (412)',
  );

/** The headers of calls, by `takes`; other headers are ignored. */
export const headerSchemas = {
  key: z.looseObject({ 'idempotency-key': idempotencyKey }),
  version: z.looseObject({ 'if-match': expectedVersion }),
  keyAndVersion: z.looseObject({ 'idempotency-key': idempotencyKey, 'if-match': expectedVersion }),
} satisfies Record<NonNullable<Endpoint['takes']>, z.ZodObject>;
