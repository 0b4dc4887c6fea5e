import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { scheduleJob } from '../../../http/scheduleJob';
import { endOverdueConsents } from '../consentFacts';
import { followUpRules } from '../followUpRules';

/** Milliseconds. No answer waits for it: a consent that is over has no effect before it is stored as ended. */
const INTERVAL = 15 * 60_000;

/** Stores as ended the consents that have ended by themselves. */
export const overdueConsentsPlugin = fastifyPlugin(
  async (app: FastifyInstance) => {
    const rules = followUpRules(app.settings);
    scheduleJob(app, INTERVAL, () => endOverdueConsents(app.database.db, rules));
  },
  { name: 'overdueConsents', dependencies: ['database', 'settings'] },
);
