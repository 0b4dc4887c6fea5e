import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { scheduleJob } from '../../../http/scheduleJob';
import { sendMorningMails } from './morningMail';

/** Milliseconds. */
const INTERVAL = 60_000;

/** Sends the morning mail. */
export const morningMailPlugin = fastifyPlugin(
  async (app: FastifyInstance) => {
    scheduleJob(app, INTERVAL, () => sendMorningMails(app.database.db, app.settings));
  },
  { name: 'morningMail', dependencies: ['database', 'settings', 'mail'] },
);
