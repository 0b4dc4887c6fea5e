import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { scheduleJob } from '../../../http/scheduleJob';
import { offersNews } from '../../../settings/newsSender';
import { createKeyedHmac } from '../../limits';
import { followUpRules } from '../followUpRules';
import { deleteIdleSubscriptions, type NewsTokens } from '../newsSubscriptions';
import { announceNews, correctNewsTimes, isStillNews } from './announceNews';
import { mayRead } from './findNews';

declare module 'fastify' {
  interface FastifyInstance {
    newsTokens: NewsTokens;
  }
}

/** Milliseconds. */
const INTERVAL = 60_000;

/** Sends emails that there is news, if there is a sender for them. */
export const newsPlugin = fastifyPlugin(
  async (app: FastifyInstance, { secret }: { secret: string }) => {
    const { settings } = app;
    const { db } = app.database;
    const hmac = createKeyedHmac(secret, 'news');
    const tokens: NewsTokens = (subscriptionId) => hmac(subscriptionId);
    app.decorate('newsTokens', tokens);
    // At each sending the function that decides answers is asked again. The sender may have been removed since.
    app.checkBeforeSending(
      'news',
      async ({ account_id }) =>
        offersNews(settings) && (await isStillNews(db, settings, account_id)),
    );
    app.checkBeforeSending(
      'confirmNews',
      async ({ account_id }) =>
        offersNews(settings) && (await mayRead(db, followUpRules(settings), account_id)),
    );
    app.onClockSetBack(correctNewsTimes);
    scheduleJob(app, INTERVAL, async () => {
      await deleteIdleSubscriptions(db);
      if (offersNews(settings)) await announceNews(db, settings, tokens);
    });
  },
  { name: 'news', dependencies: ['clock', 'database', 'settings', 'mail'] },
);
