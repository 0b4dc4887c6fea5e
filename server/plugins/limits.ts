/**
 * How often one address may make the calls that anyone can make. Counted in the database, so that a restart forgets nothing
 * and several processes count together; and only once a request is well-formed: a typo costs nothing.
 */
import { createHmac } from 'node:crypto';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { AnyCallName } from '../../contract/calls';
import { auditRefused } from '../features/audit/entries';
import { forgetOldTries } from '../features/auth/guardRepository';
import { inWords, type Limit, LIMITS, REFUSALS_ON_RECORD } from '../features/limits/limits';
import { addressOf, networkOf } from '../features/limits/network';
import {
  findWindow,
  forgetEnded,
  giveBack,
  take,
  takeTelling,
} from '../features/limits/repository';
import { forgetOldSubmissions } from '../features/submissions/repository';
import { nowAndThen } from './nowAndThen';
import { RefusedError } from './errors';

declare module 'fastify' {
  interface FastifyInstance {
    /** A name for texts that cannot be turned back into them: what counts people's tries holds no address of theirs. */
    keyOf(...texts: string[]): string;
    /** Leaves the entry of a refusal in the audit trail; of a visitor's, as long as their network has not filled it. */
    noteRefusal(request: FastifyRequest): Promise<void>;
  }
  interface FastifyRequest {
    /** The tries this request has taken, by their keys; given back should it turn out to be none. */
    takenTries: string[] | null;
    /** Whether it does nothing beyond what an earlier one did or is doing: then its tries are none. */
    isRepeat: boolean;
  }
}

/** Milliseconds. */
const FORGET_EVERY = 10 * 60_000;

const limitOf = (serves: unknown): Limit | undefined => LIMITS[serves as AnyCallName];

export const limitsPlugin = fastifyPlugin(
  async (app: FastifyInstance, { secret }: { secret: string }) => {
    const { db } = app.database;
    const hashKey = createHmac('sha256', secret).update('limits').digest();
    app.decorate('keyOf', (...texts: string[]) =>
      createHmac('sha256', hashKey).update(JSON.stringify(texts)).digest('base64url'),
    );
    app.decorateRequest('takenTries', null);
    app.decorateRequest('isRepeat', false);

    app.decorate('noteRefusal', async (request: FastifyRequest) => {
      const caller = (await request.caller().catch(() => null)) ?? request.lateCaller;
      const key = () => app.keyOf('refusals', networkOf(addressOf(request)));
      if (caller || (await take(db, key(), REFUSALS_ON_RECORD))) await auditRefused(db, request);
    });

    app.addHook('onRoute', (route: RouteOptions) => {
      const name = route.config?.serves;
      const limit = limitOf(name);
      if (!limit || name === undefined) return;
      // Behind the call's own check.
      const before = [route.preHandler ?? []].flat();
      route.preHandler = [...before, (request) => takeTry(name, limit, request)];
    });

    async function takeTry(name: string, limit: Limit, request: FastifyRequest): Promise<void> {
      // A super user who adds many accounts is no flood.
      if ((await request.caller())?.role === 'SUPERUSER') return;
      const taken: string[] = [];
      request.takenTries = taken;
      for (const window of limit.windows) {
        const key = app.keyOf(name, String(window.seconds), networkOf(addressOf(request)));
        if (!(await take(db, key, window))) throw await refusalFor(key, request);
        taken.push(key);
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

    app.addHook('onSend', async (request, reply) => {
      const limit = limitOf(request.routeOptions.config.serves);
      const taken = request.takenTries ?? [];
      if (!limit || taken.length === 0) return;
      if (limit.counts(reply.statusCode) && !request.isRepeat) return;
      request.takenTries = null;
      try {
        for (const key of taken) await giveBack(db, key);
      } catch {
        // The answer stands; that the database is away shows on the next request.
        request.log.warn('a try could not be given back');
      }
    });

    nowAndThen(app, FORGET_EVERY, async () => {
      await forgetEnded(db);
      await forgetOldTries(db);
      await forgetOldSubmissions(db);
    });
  },
  { name: 'limits', dependencies: ['database', 'signIn'] },
);
