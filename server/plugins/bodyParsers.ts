/** What bodies are read: JSON everywhere, a form where the contract says so, nothing else; and neither deep nor long. */
import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { allCalls } from '../../contract/calls';
import type { Call, Issue } from '../../contract/calls/call';
import { InvalidFieldsError } from './errors';

export const jsonBodies = fastifyPlugin(async (app: FastifyInstance) => {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, body, done) => {
      // Clients send an empty JSON body with calls that take none.
      if (body === '') done(null, undefined);
      else void parse(request, body, done);
    },
  );
  app.addHook('preValidation', async (request) => {
    const issues = sizeIssues(request);
    if (issues.length > 0) throw new InvalidFieldsError(issues);
  });
});

/** For the scope that serves the form-encoded calls. */
export async function formBodies(scope: FastifyInstance): Promise<void> {
  scope.removeAllContentTypeParsers();
  await scope.register(formbody);
}

/** Levels of values below the body; the calls of the contract need three. */
const DEEPEST = 10;
/** Values in all, at any level; 500 schools in every spelling are 2,500. */
const MOST_VALUES = 5_000;

const TOO_DEEP = { type: 'too_deep', msg: `Must not be nested more than ${DEEPEST} levels deep` };
const TOO_BIG = { type: 'too_big', msg: `Must not hold more than ${MOST_VALUES} values` };

/**
 * Looks at a body before anything recurses into it: the schemas, JSON.stringify and the audit would exceed the stack, or take
 * long for lists that no call accepts. Fields of the call are named; others are not, as that would repeat what was sent.
 */
function sizeIssues({ body, routeOptions }: FastifyRequest): Issue[] {
  const fault = faultOf(body);
  if (!fault) return [];
  const fields = fieldsOf(routeOptions.config.operation);
  const named = Object.entries(body as object).flatMap(([field, value]) => {
    const own = fields.includes(field) ? faultOf([value]) : null;
    return own ? [{ ...own, loc: ['body', field] }] : [];
  });
  return named.length > 0 ? named : [{ ...fault, loc: ['body'] }];
}

/** Level by level, without recursion; stops at the first level that is too deep. */
function faultOf(value: unknown) {
  let level = childrenOf(value);
  let count = 0;
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > DEEPEST) return TOO_DEEP;
    count += level.length;
    if (count > MOST_VALUES) return TOO_BIG;
    level = level.flatMap(childrenOf);
  }
  return null;
}

const childrenOf = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value) : [];

function fieldsOf(serves: FastifyRequest['routeOptions']['config']['operation']): string[] {
  if (serves === undefined || serves === 'web') return [];
  const { body }: Call = allCalls[serves];
  return body && 'shape' in body ? Object.keys(body.shape as object) : [];
}
