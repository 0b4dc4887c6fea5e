import type { FastifyRequest } from 'fastify';

/** The version in the If-Match header, whose format the call's schema has checked; undefined when the header is absent. */
export function expectedVersion(request: FastifyRequest): number | undefined {
  const header = request.headers['if-match'];
  return header === undefined ? undefined : Number(header.slice(1, -1));
}
