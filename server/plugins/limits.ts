/**
 * Rate limits per network for public calls. Counters are in the database, so they survive a restart and are shared by all
 * processes. An attempt counts after validation, so a typo costs nothing, and before any work is done. It stays counted
 * regardless of the outcome.
 */
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { AnyCallName } from '../../contract/calls';
import { can } from '../../contract/permissions';
import { auditRefused } from '../features/audit/entries';
import { deleteExpiredThrottles } from '../features/auth/loginThrottleRepository';
import { createKeyedHmac, type Hmac } from '../features/limits/hmac';
import { formatDuration, LIMITS, AUDITED_REFUSALS } from '../features/limits/limits';
import { getClientAddress, toNetwork } from '../features/limits/network';
import {
  findWindow,
  deleteExpiredWindows,
  consumeAll,
  claimAuditNotice,
} from '../features/limits/repository';
import { deleteExpiredRecords } from '../features/idempotency/repository';
import { scheduleJob } from './scheduleJob';
import { RefusedError } from './errors';

declare module 'fastify' {
  interface FastifyInstance {
    hmac: Hmac;
    /** Audits a refused request. Refusals of visitors are audited up to `AUDITED_REFUSALS` for each network. */
    auditRefusal(request: FastifyRequest): Promise<void>;
  }
  interface FastifyRequest {
    /** Counts an attempt against the call's limits; handlers with `consumesOwnLimit` call it. Throws RefusedError 429 over the limit. */
    consumeAttempt(): Promise<void>;
  }
}

/** Milliseconds. */
const CLEAN_UP_INTERVAL = 10 * 60_000;

export const limitsPlugin = fastifyPlugin(
  async (app: FastifyInstance, { secret }: { secret: string }) => {
    const { db } = app.database;
    app.decorate('hmac', createKeyedHmac(secret));

    app.decorate('auditRefusal', async (request: FastifyRequest) => {
      const caller = (await request.caller().catch(() => null)) ?? request.expiredTokenCaller;
      const isCounted = async () => {
        const key = app.hmac('refusals', toNetwork(getClientAddress(request)));
        return (await consumeAll(db, [{ ...AUDITED_REFUSALS, key }])) === null;
      };
      if (caller || (await isCounted())) await auditRefused(db, request);
      await request.storeEntries();
    });

    app.addHook('onRoute', (route: RouteOptions) => {
      const name = route.config?.operation;
      if (!LIMITS[name as AnyCallName] || route.config?.consumesOwnLimit) return;
      // After the call's own `check`.
      const ownHandlers = [route.preHandler ?? []].flat();
      route.preHandler = [...ownHandlers, (request) => request.consumeAttempt()];
    });

    app.decorateRequest('consumeAttempt', async function consumeAttempt(this: FastifyRequest) {
      const name = this.routeOptions.config.operation;
      if (name !== undefined && name !== 'web') await consumeLimits(name, this);
    });

    async function consumeLimits(name: AnyCallName, request: FastifyRequest): Promise<void> {
      // A super user may add many accounts.
      if (name === 'register' && can((await request.caller())?.role, 'account.add')) return;
      const network = toNetwork(getClientAddress(request));
      const windows = (LIMITS[name] ?? []).map((window) => ({
        ...window,
        key: app.hmac(name, String(window.seconds), network),
      }));
      if (windows.length === 0) return;
      const full = await consumeAll(db, windows);
      if (full !== null) throw await refusalFor(full, request);
    }

    /** Builds the refusal and audits the first one of each window, so that a flood cannot fill the audit trail. */
    async function refusalFor(key: string, request: FastifyRequest): Promise<RefusedError> {
      const { seconds, isAudited } = await findWindow(db, key);
      if (!isAudited) {
        await db.transaction(async (tx) => {
          if (await claimAuditNotice(tx, key)) await auditRefused(tx, request);
        });
      }
      const detail = `Too many requests. Please try again in ${formatDuration(seconds)}.`;
      return new RefusedError(429, detail, { 'retry-after': String(seconds) });
    }

    scheduleJob(app, CLEAN_UP_INTERVAL, async () => {
      await deleteExpiredWindows(db);
      await deleteExpiredThrottles(db);
      await deleteExpiredRecords(db);
    });
  },
  { name: 'limits', dependencies: ['database', 'groupCommit', 'signIn'] },
);
