/** How often one address may make the calls that anyone can make. Counted only once a request is well-formed: a typo costs nothing. */
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { AnyCallName } from '../../contract/calls';
import { RefusedError } from './errors';

const LIMITS: Partial<Record<AnyCallName, { max: number; timeWindow: string }>> = {
  login: { max: 100, timeWindow: '15 minutes' },
  register: { max: 6, timeWindow: '1 minute' },
  forgotPassword: { max: 10, timeWindow: '1 hour' },
  resetPassword: { max: 30, timeWindow: '15 minutes' },
  addGuestReferral: { max: 30, timeWindow: '10 minutes' },
};

/** A super user who adds many accounts is no flood. */
const allowList = async (request: FastifyRequest) => (await request.caller())?.role === 'SUPERUSER';

export const limitsPlugin = fastifyPlugin(async (app: FastifyInstance) => {
  // Before the plugin, which reads what is set here.
  app.addHook('onRoute', (route) => {
    const limit = LIMITS[route.config?.serves as AnyCallName];
    if (limit) route.config = { ...route.config, rateLimit: { ...limit, allowList } };
  });
  await app.register(rateLimit, {
    global: false,
    hook: 'preHandler',
    errorResponseBuilder: (_request, context) =>
      new RefusedError(429, `Too many requests. Please try again in ${context.after}.`),
  });
});
