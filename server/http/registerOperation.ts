/**
 * Registers a call of the contract on the server. The contract defines method, path, access, validation, response schema and
 * API document; a feature provides only the handler.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import { z } from 'zod';
import { type AllCalls, type AnyCallName, allCalls } from '../../contract/calls';
import { type Call, errorSchema, headerSchemas, issuesSchema } from '../../contract/calls/call';
import { type JsonPage, sendJsonPage } from './page';
import { type StreamedFile, streamFile } from './streamFile';

type PartOf<N extends AnyCallName, Part extends string> =
  AllCalls[N] extends Record<Part, infer S extends z.ZodType> ? Record<Part, z.output<S>> : object;

/** The validated parts of a request, as far as its call declares them. */
export type Input<N extends AnyCallName> = PartOf<N, 'params'> &
  PartOf<N, 'query'> &
  PartOf<N, 'body'>;

export type Handler<N extends AnyCallName> = (
  input: Input<N>,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<ResponseOf<N>>;

/** What a handler returns: the response, a page whose items the database has written, or a file. */
type ResponseOf<
  N extends AnyCallName,
  Response = z.input<AllCalls[N]['response']>,
> = AllCalls[N] extends { answers: 'file' }
  ? StreamedFile
  : Response | (Response extends { items: unknown[] } ? JsonPage : never);

interface OperationOptions<N extends AnyCallName> {
  /** Checks a valid request before the rate limit: a request refused here does not count against the limit. */
  readonly check?: (input: Input<N>, request: FastifyRequest) => Promise<void>;
  /** Whether the handler itself counts the attempt against the call's rate limit (features/limits). */
  readonly consumesOwnLimit?: boolean;
  /**
   * Whether the handler receives invalid requests, to report the schema's issues together with those only the database knows.
   */
  readonly handlesInvalid?: boolean;
  /** Whether the handler's read statement finds the caller and decides access (`registerRead`). */
  readonly findsCaller?: boolean;
}

/** Registers the route of one call. */
export function registerOperation<N extends AnyCallName>(
  app: FastifyInstance,
  name: N,
  handler: Handler<N>,
  {
    check,
    consumesOwnLimit = false,
    handlesInvalid = false,
    findsCaller = false,
  }: OperationOptions<N> = {},
): void {
  const call: Call = allCalls[name];
  const mediaType = fileTypeOf(call);
  app.route({
    method: call.method,
    url: call.path.replace('{id}', ':id'),
    schema: createRouteSchema(name, call),
    attachValidation: handlesInvalid,
    ...(call.bodyLimits && { bodyLimit: call.bodyLimits.bytes }),
    config: { operation: name, consumesOwnLimit, findsCaller },
    // Runs before the rate limit, which appends its own handler.
    ...(check && { preHandler: [(request) => check(readInput(request), request)] }),
    async handler(request, reply) {
      const response: unknown = await handler(readInput(request), request, reply);
      if (mediaType !== null) {
        return streamFile(request, reply, mediaType, response as StreamedFile);
      }
      await request.storeEntries();
      return isJsonPage(response) ? sendJsonPage(reply, response) : response;
    },
  });
}

const isJsonPage = (response: unknown): response is JsonPage =>
  typeof response === 'object' && response !== null && 'itemsJson' in response;

const readInput = <N extends AnyCallName>({ params, query, body }: FastifyRequest) =>
  ({ params, query, body }) as never as Input<N>;

/** The version in the If-Match header, whose format the call's schema has checked; undefined when the header is absent. */
export function expectedVersion(request: FastifyRequest): number | undefined {
  const header = request.headers['if-match'];
  return header === undefined ? undefined : Number(header.slice(1, -1));
}

function createRouteSchema(name: AnyCallName, call: Call): FastifySchema {
  const statuses = Object.keys(call.errors).map((status) => [
    status,
    status === '422' ? issuesSchema : errorSchema,
  ]);
  return {
    operationId: name,
    summary: call.summary,
    ...(call.encoding === 'form' && { consumes: ['application/x-www-form-urlencoded'] }),
    ...(call.params && { params: call.params }),
    ...(call.query && { querystring: call.query }),
    ...(call.body && { body: call.body }),
    ...(call.takes && { headers: headerSchemas[call.takes] }),
    ...(call.access !== 'public' && { security: [{ bearer: [] }] }),
    response: { 200: responseSchema(call), ...Object.fromEntries(statuses) },
  };
}

function responseSchema(call: Call) {
  const mediaType = fileTypeOf(call);
  if (mediaType === null) return call.response;
  return { description: call.summary, content: { [mediaType]: { schema: call.response } } };
}

/** The media type if the response of a call is a file; null if it is JSON. */
const fileTypeOf = ({ answers, response }: Call): string | null =>
  answers === 'file'
    ? (z.toJSONSchema(response).contentMediaType ?? 'application/octet-stream')
    : null;
