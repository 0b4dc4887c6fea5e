/**
 * Every refusal in one shape: `{detail: text}`, and for a 422 `{detail: [{type, loc, msg}]}` with loc[1] naming the field.
 * No answer repeats what was sent, and no answer tells how the server failed.
 */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import type { Issue } from '../../contract/calls/call';
import { STALE_DETAIL } from '../../contract/constants';
import { endpoints, extraEndpoints, type Endpoint } from '../../contract/calls/endpoints';
import { sqlState } from '../db/sqlState';

/** A refusal with its status. `detail` is shown to people and must name nobody. */
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
/** What was to be changed has changed since it was read. */
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

/** Fields that a rule beyond the schema refused. */
export class InvalidFieldsError extends Error {
  constructor(readonly issues: readonly Issue[]) {
    super('Invalid fields');
  }
}

/** One flagged field of the body. */
export function bodyIssue(field: string, msg: string, type = 'value_error'): Issue {
  return { type, loc: ['body', field], msg };
}

const PARTS: Record<string, string> = { querystring: 'query', params: 'path', headers: 'header' };

/** The type of an issue: zod's own, unless the rule of the contract that was broken has one. */
export function typeOf(code: string, { params }: { params?: unknown }): string {
  const { type } = (params ?? {}) as { type?: unknown };
  return typeof type === 'string' ? type : code;
}

/** The flagged fields of a request that did not fit its schema. */
export function readIssues(error: FastifyError): Issue[] {
  const part = PARTS[error.validationContext ?? ''] ?? error.validationContext ?? 'body';
  return (error.validation ?? []).map((problem) => ({
    type: typeOf(problem.keyword, problem.params),
    loc: [part, ...problem.instancePath.split('/').filter(Boolean)],
    msg: problem.message ?? 'Invalid',
  }));
}

const FASTIFY_REFUSALS: Record<string, RefusedError> = {
  FST_ERR_CTP_BODY_TOO_LARGE: new RefusedError(413, 'The request is too large'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: new RefusedError(415, 'This content type is not understood here'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: new RefusedError(400, 'The request was cut off'),
  FST_ERR_BAD_URL: new NotFoundError(),
};

/** What the web app's files are refused for, by the name of the error: headers that ask for another version, or a part there is not. */
const FILE_REFUSALS: Record<string, RefusedError> = {
  PreconditionFailedError: new RefusedError(412, 'The file is not the version asked for'),
  RangeNotSatisfiableError: new RefusedError(416, 'The file has no such part'),
};

const BROKEN_BODY: Issue = { type: 'json_invalid', loc: ['body'], msg: 'Is not valid JSON' };

/** The schemas let nothing through that the database refuses; should one ever, it is the sender's value, not our fault. */
const UNSTORABLE_VALUE: Issue = {
  type: 'value_error',
  loc: ['body'],
  msg: 'Contains a value that cannot be stored',
};

function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const fault = error as FastifyError;
  if (error instanceof InvalidFieldsError) return reply.code(422).send({ detail: error.issues });
  if (hasZodFastifySchemaValidationErrors(error)) {
    return reply.code(422).send({ detail: readIssues(fault) });
  }
  if (error instanceof SyntaxError || fault.code === 'FST_ERR_CTP_INVALID_JSON_BODY') {
    return reply.code(422).send({ detail: [BROKEN_BODY] });
  }
  const state = sqlState(error);
  if (state?.startsWith('22')) return reply.code(422).send({ detail: [UNSTORABLE_VALUE] });
  const refusal =
    error instanceof RefusedError
      ? error
      : (FASTIFY_REFUSALS[fault.code] ?? FILE_REFUSALS[fault.name] ?? fromDatabase(state));
  if (refusal) {
    return reply.code(refusal.statusCode).headers(refusal.headers).send({ detail: refusal.detail });
  }
  request.log.error({ fault: describe(error) }, 'request failed');
  return reply.code(500).send({ detail: 'Something went wrong on our side. Please try again.' });
}

/**
 * What a try later may well mend: a database that is not there or has no time (08, 53, 55, 57, 25P03), and two changes that got in each
 * other's way, of which it has undone this one (40). And what exists once already.
 */
function fromDatabase(state: string | undefined): RefusedError | undefined {
  if (state === undefined) return undefined;
  if (state === '23505') return new ConflictError('That exists already');
  if (state.startsWith('40')) {
    return new UnavailableError('Others changed the same just now. Please try again in a moment.');
  }
  if (state === 'ECONNREFUSED' || /^(08|53|55|57|25P03)/.test(state)) {
    return new UnavailableError('The database does not answer. Please try again in a moment.');
  }
  return undefined;
}

/** Enough to find a fault by, without its values: a driver's message may carry what was sent. */
function describe(error: unknown) {
  if (!(error instanceof Error)) return { name: typeof error };
  const frames = error.stack?.split('\n').filter((line) => line.trimStart().startsWith('at '));
  return { name: error.name, state: sqlState(error), stack: frames?.slice(0, 8) };
}

/** Which methods a path of the API knows, for answering a wrong one. */
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

/** Answers for an API path that has no route: 405 with Allow when another method has one. */
export function refuseUnknown(prefix: string, request: FastifyRequest): RefusedError {
  const path = (request.url.split('?')[0] ?? '').slice(prefix.length);
  const allowed = methodsOf(path);
  // One that a server without an API of its own has not got.
  if (allowed.length === 0 || allowed.includes(request.method)) return new NotFoundError();
  return new RefusedError(405, 'Method Not Allowed', { allow: allowed.join(', ') });
}

/** Refusals that someone may want to look into later; a mistyped field is none. */
const TELLING = new Set([401, 403, 404, 409]);
/** Who is told to come again in a moment has not been refused. */
const isTelling = (error: unknown) =>
  error instanceof RefusedError &&
  TELLING.has(error.statusCode) &&
  !('retry-after' in error.headers);

export interface ErrorsOptions {
  /** Told of each refusal that says something about who may do what, before it is answered. */
  readonly onRefused?: (request: FastifyRequest) => Promise<void>;
}

export const errorsPlugin = fastifyPlugin(
  async (app: FastifyInstance, { onRefused }: ErrorsOptions) => {
    app.setErrorHandler(async (error, request, reply) => {
      if (!onRefused || !isTelling(error)) {
        return refuse(error, request, reply);
      }
      // A refusal that cannot be put on record is answered as the fault it is, like any other: without a driver's words.
      try {
        await onRefused(request);
      } catch (untold) {
        return refuse(untold, request, reply);
      }
      return refuse(error, request, reply);
    });
  },
);
