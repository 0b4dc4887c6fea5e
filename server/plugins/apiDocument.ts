/** Generates the OpenAPI document from the contract's schemas: /api/openapi.json. */
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

/** Serves the document publicly; it contains no secrets. */
export async function apiDocumentRoute(app: FastifyInstance): Promise<void> {
  app.get('/openapi.json', { config: { operation: 'web' }, schema: { hide: true } }, () =>
    app.swagger(),
  );
}
