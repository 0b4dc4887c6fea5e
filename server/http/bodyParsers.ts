/** Body parsers: JSON everywhere, form encoding only where the contract requires it. Limits depth and number of values. */
import { isUtf8 } from 'node:buffer';
import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { allCalls } from '../../contract/calls';
import type { Call, Issue } from '../../contract/calls/call';
import { InvalidFieldsError } from './errors';

export const jsonBodyParser = fastifyPlugin(async (app: FastifyInstance) => {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    (request, body, done) => {
      // Clients send an empty body as JSON with calls that take none.
      if (body.length === 0) done(null, undefined);
      else if (isUtf8(body)) void parse(request, body.toString(), done);
      else done(new SyntaxError('The body is not UTF-8'));
    },
  );
  app.addHook('preValidation', async (request) => {
    const issues = findSizeIssues(request);
    if (issues.length > 0) throw new InvalidFieldsError(issues);
  });
});

/** Replaces the JSON parser by a form parser in the scope of the form-encoded calls. */
export async function formBodyParser(scope: FastifyInstance): Promise<void> {
  scope.removeAllContentTypeParsers();
  await scope.register(formbody);
}

/** Maximum nesting depth below the body; the contract's calls need three levels. */
const MAX_DEPTH = 10;
/** Maximum number of values at all levels together, for calls without `bodyLimits`. */
const MAX_VALUES = 5_000;

const TOO_DEEP = { type: 'too_deep', msg: `Must not be nested more than ${MAX_DEPTH} levels deep` };
const tooBig = (maxValues: number) => ({
  type: 'too_big',
  msg: `Must not hold more than ${maxValues} values`,
});

/**
 * Checks a body before anything recurses into it: the schemas, JSON.stringify and the audit could overflow the stack, or take
 * long on lists that no call accepts. Issues name only fields of the call: other names would repeat submitted content.
 */
function findSizeIssues({ body, routeOptions }: FastifyRequest): Issue[] {
  const call = callOf(routeOptions.config.operation);
  const maxValues = call?.bodyLimits?.values ?? MAX_VALUES;
  const excess = findExcess(body, maxValues);
  if (!excess) return [];
  const fields = fieldsOf(call);
  const named = Object.entries(body as object).flatMap(([field, value]) => {
    const own = fields.includes(field) ? findExcess([value], maxValues) : null;
    return own ? [{ ...own, loc: ['body', field] }] : [];
  });
  return named.length > 0 ? named : [{ ...excess, loc: ['body'] }];
}

/** Traverses the value level by level, without recursion. Stops at the first level beyond a limit. */
function findExcess(value: unknown, maxValues: number) {
  let level = childrenOf(value);
  let count = 0;
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return TOO_DEEP;
    count += level.length;
    if (count > maxValues) return tooBig(maxValues);
    level = level.flatMap(childrenOf);
  }
  return null;
}

const childrenOf = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value) : [];

type Operation = FastifyRequest['routeOptions']['config']['operation'];

const callOf = (operation: Operation): Call | undefined =>
  operation === undefined || operation === 'web' ? undefined : allCalls[operation];

const fieldsOf = ({ body }: Partial<Call> = {}): string[] =>
  body && 'shape' in body ? Object.keys(body.shape as object) : [];
