/**
 * Error handling. Every refusal has the body `{detail: text}`, and a 422 `{detail: [{type, loc, msg}]}` with loc[1] naming the
 * field. Responses never repeat submitted values or reveal how the server failed.
 */
import { STATUS_CODES } from 'node:http';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import type { Issue } from '../../contract/calls/call';
import { STALE_DETAIL } from '../../contract/staffConstants';
import { endpoints, extraEndpoints, type Endpoint } from '../../contract/calls/endpoints';
import { sqlState } from '../db/sqlState';

/** A refusal with its HTTP status. `detail` is shown to users and must not contain personal data. */
export class RefusedError extends Error {
  constructor(
    readonly statusCode: 400 | 401 | 403 | 404 | 405 | 409 | 412 | 413 | 415 | 416 | 429 | 503,
    readonly detail: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(detail);
  }
}

export class UnauthorizedError extends RefusedError {
  constructor(detail = 'Not authenticated') {
    super(401, detail, { 'www-authenticate': 'Bearer' });
  }
}
export class ForbiddenError extends RefusedError {
  constructor(detail = 'Not allowed') {
    super(403, detail);
  }
}
export class NotFoundError extends RefusedError {
  constructor(detail = 'Not Found') {
    super(404, detail);
  }
}
export class ConflictError extends RefusedError {
  constructor(detail: string) {
    super(409, detail);
  }
}
/** The record has changed since the client read it. */
export class StaleError extends RefusedError {
  constructor() {
    super(412, STALE_DETAIL);
  }
}
export class UnavailableError extends RefusedError {
  constructor(detail: string) {
    super(503, detail, { 'retry-after': '5' });
  }
}

/** Fields refused by a rule beyond the schema. */
export class InvalidFieldsError extends Error {
  constructor(readonly issues: readonly Issue[]) {
    super('Invalid fields');
  }
}

/** Creates the issue of one body field. */
export function bodyIssue(field: string, msg: string, type = 'value_error'): Issue {
  return { type, loc: ['body', field], msg };
}

const PARTS: Record<string, string> = { querystring: 'query', params: 'path', headers: 'header' };

/** Returns the issue's type: the one that the contract's rule defines, else zod's code. */
export function issueType(code: string, { params }: { params?: unknown }): string {
  const { type } = (params ?? {}) as { type?: unknown };
  return typeof type === 'string' ? type : code;
}

/** Converts a schema validation error to the issues of a 422 response. */
export function readIssues(error: FastifyError): Issue[] {
  const part = PARTS[error.validationContext ?? ''] ?? error.validationContext ?? 'body';
  return (error.validation ?? []).map((problem) => ({
    type: issueType(problem.keyword, problem.params),
    loc: [part, ...problem.instancePath.split('/').filter(Boolean)],
    msg: problem.message ?? 'Invalid',
  }));
}

/** The parts of the response to a refusal. */
type Refusal = Pick<RefusedError, 'detail' | 'headers'> & { readonly statusCode: number };

/** Fastify errors with our own text or status. Other Fastify errors keep their status, with its standard phrase. */
const FASTIFY_REFUSALS: Record<string, Refusal> = {
  FST_ERR_CTP_BODY_TOO_LARGE: new RefusedError(413, 'The request is too large'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: new RefusedError(415, 'This content type is not understood here'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: new RefusedError(400, 'The request was cut off'),
  FST_ERR_BAD_URL: new NotFoundError(),
};

/** Refusals of the static file server, by error name: a failed If-Match or similar condition, or an unsatisfiable range. */
const FILE_REFUSALS: Record<string, Refusal> = {
  PreconditionFailedError: new RefusedError(412, 'The file is not the version asked for'),
  RangeNotSatisfiableError: new RefusedError(416, 'The file has no such part'),
};

const INVALID_JSON: Issue = { type: 'json_invalid', loc: ['body'], msg: 'Is not valid JSON' };

/** The schemas should refuse every value the database cannot store. If one passes, the cause is the value: 422, not 500. */
const UNSTORABLE_VALUE: Issue = {
  type: 'value_error',
  loc: ['body'],
  msg: 'Contains a value that cannot be stored',
};

function respond(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const fault = error as FastifyError;
  if (error instanceof InvalidFieldsError) return reply.code(422).send({ detail: error.issues });
  if (hasZodFastifySchemaValidationErrors(error)) {
    return reply.code(422).send({ detail: readIssues(fault) });
  }
  if (error instanceof SyntaxError || fault.code === 'FST_ERR_CTP_INVALID_JSON_BODY') {
    return reply.code(422).send({ detail: [INVALID_JSON] });
  }
  const state = sqlState(error);
  if (state?.startsWith('22')) return reply.code(422).send({ detail: [UNSTORABLE_VALUE] });
  const refusal =
    error instanceof RefusedError
      ? error
      : (fromFastify(fault) ?? FILE_REFUSALS[fault.name] ?? fromDatabase(state));
  if (refusal) {
    return reply.code(refusal.statusCode).headers(refusal.headers).send({ detail: refusal.detail });
  }
  request.log.error({ fault: describeError(error) }, 'request failed');
  return reply.code(500).send({ detail: 'Something went wrong on our side. Please try again.' });
}

/** Fastify's own message is not used: it may repeat a part of the request. */
function fromFastify({ code = '', statusCode = 500 }: Partial<FastifyError>): Refusal | undefined {
  if (FASTIFY_REFUSALS[code]) return FASTIFY_REFUSALS[code];
  const isRefusal = statusCode >= 400 && statusCode < 500;
  if (!isRefusal || !code.startsWith('FST_ERR_')) return undefined;
  return { statusCode, detail: STATUS_CODES[statusCode] ?? 'Bad Request', headers: {} };
}

/**
 * Maps SQLSTATE codes to refusals. A retry may succeed if the database is unreachable, overloaded (08, 53, 55, 57, 25P03) or
 * read-only after a failover (25006), does not know a prepared statement (26, see db/server/preparedFallback.ts), or rolled
 * this transaction back after a conflict with another one (40). A unique violation (23505) is a conflict.
 */
function fromDatabase(state: string | undefined): RefusedError | undefined {
  if (state === undefined) return undefined;
  if (state === '23505') return new ConflictError('This already exists');
  if (state.startsWith('40')) {
    return new UnavailableError(
      'Someone else changed this just now. Please try again in a moment.',
    );
  }
  if (state === 'ECONNREFUSED' || /^(08|26|53|55|57|25006|25P03)/.test(state)) {
    return new UnavailableError('The database is not responding. Please try again in a moment.');
  }
  return undefined;
}

/** Describes an error for the log without its message, because a driver's message may contain submitted values. */
export function describeError(error: unknown) {
  if (!(error instanceof Error)) return { name: typeof error };
  const frames = error.stack?.split('\n').filter((line) => line.trimStart().startsWith('at '));
  return { name: error.name, state: sqlState(error), stack: frames?.slice(0, 8) };
}

/** Returns the methods that the API supports on a path, for the Allow header of a 405. */
function methodsOf(path: string): string[] {
  const known: Endpoint[] = [...Object.values(endpoints), ...Object.values(extraEndpoints)];
  const methods = known
    .filter(({ path: pattern }) => {
      const [before = '', after = ''] = pattern.split('{id}');
      if (after === '' && before === pattern) return path === pattern;
      const id = path.slice(before.length);
      return path.startsWith(before) && id !== '' && !id.includes('/');
    })
    .map((endpoint) => endpoint.method);
  return methods.includes('GET') ? [...methods, 'HEAD'] : methods;
}

/** Builds the refusal of an API request without a route: 405 with Allow if the path supports other methods, else 404. */
export function unknownRouteError(prefix: string, request: FastifyRequest): RefusedError {
  const path = (request.url.split('?')[0] ?? '').slice(prefix.length);
  const allowed = methodsOf(path);
  // The method is in the contract, but this server has no backend.
  if (allowed.length === 0 || allowed.includes(request.method)) return new NotFoundError();
  return new RefusedError(405, 'Method Not Allowed', { allow: allowed.join(', ') });
}

/** Statuses of refusals that are audited: authentication, access, missing records and conflicts, but not invalid fields. */
const AUDITED_STATUSES = new Set([401, 403, 404, 409]);
/** A response with Retry-After asks for a retry and is no refusal. */
const isAudited = (error: unknown) =>
  error instanceof RefusedError &&
  AUDITED_STATUSES.has(error.statusCode) &&
  !('retry-after' in error.headers);

export interface ErrorsOptions {
  /** Called before the response to each refusal with an audited status. */
  readonly onRefused?: (request: FastifyRequest) => Promise<void>;
}

export const errorsPlugin = fastifyPlugin(
  async (app: FastifyInstance, { onRefused }: ErrorsOptions) => {
    app.setErrorHandler(async (error, request, reply) => {
      if (!onRefused || !isAudited(error)) {
        return respond(error, request, reply);
      }
      // If auditing fails, respond with that failure instead, in the same format and without a driver's message.
      try {
        await onRefused(request);
      } catch (auditError) {
        return respond(auditError, request, reply);
      }
      return respond(error, request, reply);
    });
  },
);
