/**
 * How often one address may make the calls that anyone can make. Counted in the database, so that a restart forgets nothing
 * and several processes count together. A try counts once the request is well-formed, so that a typo costs nothing, and
 * before any work is done for it; whatever comes of it, it stays counted.
 */
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { AnyCallName } from '../../contract/calls';
import { can } from '../../contract/permissions';
import { auditRefused } from '../features/audit/entries';
import { forgetOldTries } from '../features/auth/guardRepository';
import { createKeyOf, type KeyOf } from '../features/limits/keys';
import { inWords, LIMITED_FOR_ALL, LIMITS, REFUSALS_ON_RECORD } from '../features/limits/limits';
import { addressOf, networkOf } from '../features/limits/network';
import { findWindow, forgetEnded, take, takeTelling } from '../features/limits/repository';
import { forgetOldSubmissions } from '../features/submissions/repository';
import { nowAndThen } from './nowAndThen';
import { RefusedError } from './errors';

declare module 'fastify' {
  interface FastifyInstance {
    keyOf: KeyOf;
    /** Leaves the entry of a refusal in the audit trail; of a visitor's, as long as their network has not filled it. */
    noteRefusal(request: FastifyRequest): Promise<void>;
  }
  interface FastifyRequest {
    /** Counts a try of a call that asks for it itself (`countsItself`), and refuses it when there were too many. */
    takeTry(): Promise<void>;
  }
}

/** Milliseconds. */
const FORGET_EVERY = 10 * 60_000;

export const limitsPlugin = fastifyPlugin(
  async (app: FastifyInstance, { secret }: { secret: string }) => {
    const { db } = app.database;
    app.decorate('keyOf', createKeyOf(secret));

    app.decorate('noteRefusal', async (request: FastifyRequest) => {
      const caller = (await request.caller().catch(() => null)) ?? request.lateCaller;
      const key = () => app.keyOf('refusals', networkOf(addressOf(request)));
      if (caller || (await take(db, key(), REFUSALS_ON_RECORD))) await auditRefused(db, request);
    });

    app.addHook('onRoute', (route: RouteOptions) => {
      const name = route.config?.serves;
      if (!LIMITS[name as AnyCallName] || route.config?.countsItself) return;
      // Behind the call's own check.
      const before = [route.preHandler ?? []].flat();
      route.preHandler = [...before, (request) => request.takeTry()];
    });

    app.decorateRequest('takeTry', async function takeTry(this: FastifyRequest) {
      const name = this.routeOptions.config.serves;
      if (name !== undefined && name !== 'web') await takeFrom(name, this);
    });

    async function takeFrom(name: AnyCallName, request: FastifyRequest): Promise<void> {
      const caller = await request.caller();
      if (can(caller?.role, 'limit.exceed') && !LIMITED_FOR_ALL.has(name)) return;
      for (const window of LIMITS[name] ?? []) {
        const key = app.keyOf(name, String(window.seconds), networkOf(addressOf(request)));
        if (!(await take(db, key, window))) throw await refusalFor(key, request);
      }
    }

    /** One entry in the audit trail for each window: a flood must not fill it. */
    async function refusalFor(key: string, request: FastifyRequest): Promise<RefusedError> {
      const { seconds, isTold } = await findWindow(db, key);
      if (!isTold) {
        await db.transaction(async (tx) => {
          if (await takeTelling(tx, key)) await auditRefused(tx, request);
        });
      }
      const detail = `Too many requests. Please try again in ${inWords(seconds)}.`;
      return new RefusedError(429, detail, { 'retry-after': String(seconds) });
    }

    nowAndThen(app, FORGET_EVERY, async () => {
      await forgetEnded(db);
      await forgetOldTries(db);
      await forgetOldSubmissions(db);
    });
  },
  { name: 'limits', dependencies: ['database', 'signIn'] },
);
