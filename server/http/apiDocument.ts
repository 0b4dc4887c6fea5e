/** Generates the OpenAPI document from the contract's schemas: /api/openapi.json. */
import { createHash } from 'node:crypto';
import etag from '@fastify/etag';
import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { version } from '../version';

export const apiDocumentPlugin = fastifyPlugin(async (app: FastifyInstance) => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Referral Desk', version },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform: jsonSchemaTransform,
  });
});

/**
 * Serves the document publicly; it contains no secrets. It is generated once, at the first request, so that it does not delay
 * the start.
 */
export async function apiDocumentRoute(app: FastifyInstance): Promise<void> {
  let document: { readonly bytes: Buffer; readonly etag: string } | undefined;
  await app.register(etag);
  app.get(
    '/openapi.json',
    { config: { operation: 'web' }, schema: { hide: true } },
    async (_request, reply) => {
      document ??= serialize(app.swagger());
      // @fastify/etag skips responses that have an ETag already.
      reply.header('etag', document.etag).type('application/json; charset=utf-8');
      return document.bytes;
    },
  );
}

function serialize(document: unknown) {
  const bytes = Buffer.from(JSON.stringify(document));
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url')}"` };
}
