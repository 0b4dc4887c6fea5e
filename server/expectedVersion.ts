import type { FastifyRequest } from 'fastify';

/** The version a request wants to change, of whose form its call's schema has made sure; undefined when any will do. */
export function expectedVersion(request: FastifyRequest): number | undefined {
  const wanted = request.headers['if-match'];
  return wanted === undefined ? undefined : Number(wanted.slice(1, -1));
}
