/**
 * Puts a call of the contract on the server. The contract gives method, path, access, validation, the shape of the answer
 * and the API document; a feature gives only what happens.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import type { z } from 'zod';
import { type AllCalls, type AnyCallName, allCalls } from '../contract/calls';
import { type Call, errorSchema, headerSchemas, issuesSchema } from '../contract/calls/call';

type PartOf<N extends AnyCallName, Part extends string> =
  AllCalls[N] extends Record<Part, infer S extends z.ZodType> ? Record<Part, z.output<S>> : object;

/** The parts of a request that its call declares, checked. */
export type Input<N extends AnyCallName> = PartOf<N, 'params'> &
  PartOf<N, 'query'> &
  PartOf<N, 'body'>;

export type Handler<N extends AnyCallName> = (
  input: Input<N>,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<z.input<AllCalls[N]['response']>>;

interface OperationOptions<N extends AnyCallName> {
  /** Looks at a well-formed request before it counts against a limit: what is refused here costs the sender nothing. */
  readonly check?: (input: Input<N>, request: FastifyRequest) => Promise<void>;
  /** The handler itself counts the try against the call's limit, by `request.takeTry()`. */
  readonly consumesOwnLimit?: boolean;
  /** The handler itself looks at what the schema refused, to refuse it together with what only the database knows. */
  readonly handlesInvalid?: boolean;
}

/** Registers the route of one call. */
export function registerOperation<N extends AnyCallName>(
  app: FastifyInstance,
  name: N,
  handler: Handler<N>,
  { check, consumesOwnLimit = false, handlesInvalid = false }: OperationOptions<N> = {},
): void {
  const call: Call = allCalls[name];
  app.route({
    method: call.method,
    url: call.path.replace('{id}', ':id'),
    schema: schemaOf(name, call),
    attachValidation: handlesInvalid,
    config: { operation: name, consumesOwnLimit },
    // Before the limit, which adds itself behind.
    ...(check && { preHandler: [(request) => check(inputOf(request), request)] }),
    handler: (request, reply) => handler(inputOf(request), request, reply),
  });
}

const inputOf = <N extends AnyCallName>({ params, query, body }: FastifyRequest) =>
  ({ params, query, body }) as never as Input<N>;

function schemaOf(name: AnyCallName, call: Call): FastifySchema {
  const statuses = Object.keys(call.errors).map((status) => [
    status,
    status === '422' ? issuesSchema : errorSchema,
  ]);
  return {
    operationId: name,
    summary: call.summary,
    ...(call.params && { params: call.params }),
    ...(call.query && { querystring: call.query }),
    ...(call.body && { body: call.body }),
    ...(call.takes && { headers: headerSchemas[call.takes] }),
    ...(call.access !== 'public' && { security: [{ bearer: [] }] }),
    response: { 200: call.response, ...Object.fromEntries(statuses) },
  };
}
