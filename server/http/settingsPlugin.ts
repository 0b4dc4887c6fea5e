import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { Settings } from '../settings/settings';

declare module 'fastify' {
  interface FastifyInstance {
    settings: Settings;
  }
}

export const settingsPlugin = fastifyPlugin(
  async (app: FastifyInstance, { settings }: { settings: Settings }) => {
    app.decorate('settings', settings);
  },
  { name: 'settings' },
);
