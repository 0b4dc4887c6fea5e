/**
 * Rate limits per network for public calls, and per account. The counters are in the database, so they survive a restart and
 * are shared by all processes. An attempt is counted after validation, so that a typo costs nothing, and before the handler
 * does any work. It stays counted regardless of the outcome.
 */
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import rateLimit from '@fastify/rate-limit';
import fastifyPlugin from 'fastify-plugin';
import { allCalls, type AnyCallName } from '../../../contract/calls';
import { type Access, isSafe } from '../../../contract/calls/endpoints';
import { can } from '../../../contract/permissions';
import type { Database } from '../../db/database';
import { auditMoreRefusals, auditRefused } from '../audit';
import { createKeyedHmac, type Hmac } from './hmac';
import {
  ACCOUNT_LIMITS,
  accountWindow,
  AUDITED_REFUSALS,
  formatDuration,
  NETWORK_LIMITS,
  networkWindow,
  LONGEST_WINDOW,
  READ_LIMIT,
} from './limits';
import { getNetworkChain } from '../../http/clientAddress';
import {
  findWindow,
  deleteExpiredWindows,
  consumeAll,
  claimAuditNotice,
  countRefusal,
  takeRefusals,
} from './windows';
import { scheduleJob } from '../../http/scheduleJob';
import { RefusedError } from '../../http/errors';
import { readClaim, requireCaller } from '../access';

declare module 'fastify' {
  interface FastifyInstance {
    hmac: Hmac;
    /**
     * Writes the audit entry of a refused request, up to `AUDITED_REFUSALS` for each account and for each network of visitors.
     * Further refusals of an account share one entry.
     */
    auditRefusal(request: FastifyRequest): Promise<void>;
  }
  interface FastifyRequest {
    /**
     * Counts an attempt against the call's limits; handlers with `consumesOwnLimit` call it. Throws RefusedError 429 over the
     * limit.
     */
    consumeAttempt(): Promise<void>;
  }
}

/** Milliseconds. */
const CLEAN_UP_INTERVAL = 10 * 60_000;
const REPORT_INTERVAL = 60_000;

export const limitsPlugin = fastifyPlugin(
  async (app: FastifyInstance, { secret }: { secret: string }) => {
    const { db } = app.database;
    const factor = app.settings.ACCOUNT_LIMIT_FACTOR;
    app.decorate('hmac', createKeyedHmac(secret));
    await app.register(rateLimit, { global: false });
    const countRead = app.createRateLimit({
      max: READ_LIMIT.max * factor,
      timeWindow: READ_LIMIT.seconds * 1_000,
      keyGenerator: async (request) =>
        `${readWindow()} ${(await readClaim(request))?.username ?? ''}`,
    });

    app.decorate('auditRefusal', async (request: FastifyRequest) => {
      const caller = (await request.caller().catch(() => null)) ?? request.expiredTokenCaller;
      if (caller ? await isAccountAudited(caller.accountId) : await isNetworkAudited(request)) {
        await auditRefused(db, request);
      }
      await request.storeEntries();
    });

    const isNetworkAudited = async (request: FastifyRequest) => {
      const chain = getNetworkChain(request);
      const window = networkWindow(app.hmac, 'refusals', AUDITED_REFUSALS, chain);
      return (await consumeAll(db, [window])) === null;
    };

    const isAccountAudited = async (accountId: string) => {
      const { max, seconds } = AUDITED_REFUSALS;
      const key = app.hmac('refusals of an account', accountId);
      return (await countRefusal(db, { key, seconds, accountId })) <= max;
    };

    app.addHook('onRoute', (route: RouteOptions) => {
      const name = route.config?.operation;
      if (isReadOfAccount(name)) {
        route.preHandler = [limitReads, ...[route.preHandler ?? []].flat()];
      }
      if (!hasLimit(name as AnyCallName) || route.config?.consumesOwnLimit) return;
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
      const windows = await windowsOf(name, request);
      if (windows.length === 0) return;
      const full = await consumeAll(db, windows);
      if (full !== null) throw await refusalFor(full, request);
    }

    async function windowsOf(name: AnyCallName, request: FastifyRequest) {
      const perNetwork = NETWORK_LIMITS[name];
      if (perNetwork) {
        const chain = getNetworkChain(request);
        return perNetwork.map((window) => networkWindow(app.hmac, name, window, chain));
      }
      const { accountId } = await requireCaller(request);
      return (ACCOUNT_LIMITS[name] ?? []).map(({ max, seconds }) =>
        accountWindow(app.hmac, name, { max: max * factor, seconds }, accountId),
      );
    }

    async function limitReads(request: FastifyRequest): Promise<void> {
      const counted = await countRead(request);
      if (counted.isAllowed || !counted.isExceeded) return;
      throw tooManyRequests(
        Math.ceil((readWindow() + 1) * READ_LIMIT.seconds - monotonicSeconds()),
      );
    }

    /** Builds the refusal and audits the first one of each window, so that a flood cannot fill the audit trail. */
    async function refusalFor(key: string, request: FastifyRequest): Promise<RefusedError> {
      const { seconds, isAudited } = await findWindow(db, key);
      if (!isAudited) {
        await db.transaction(async (tx) => {
          if (await claimAuditNotice(tx, key)) await auditRefused(tx, request);
        });
      }
      return tooManyRequests(seconds);
    }

    scheduleJob(app, REPORT_INTERVAL, () => reportRefusals(db));
    scheduleJob(app, CLEAN_UP_INTERVAL, () => deleteExpiredWindows(db, LONGEST_WINDOW));
  },
  { name: 'limits', dependencies: ['access', 'audit', 'database', 'settings'] },
);

/** This process's monotonic clock, in seconds. The rate-limit plugin's own clock may be set back. */
const monotonicSeconds = () => performance.now() / 1_000;
/** The number of the current window of `READ_LIMIT`. */
const readWindow = () => Math.floor(monotonicSeconds() / READ_LIMIT.seconds);

/** @param seconds until the client may try again */
function tooManyRequests(seconds: number): RefusedError {
  const detail = `Too many requests. Please try again in ${formatDuration(seconds)}.`;
  return new RefusedError(429, detail, { 'retry-after': String(seconds) });
}

/** Whether a call only reads, for an account. */
function isReadOfAccount(name: AnyCallName | 'web' | undefined): boolean {
  if (name === undefined || name === 'web') return false;
  const { access }: { access: Access } = allCalls[name];
  return access !== 'public' && access !== 'refresh-token' && isSafe(allCalls[name]);
}

const hasLimit = (name: AnyCallName) =>
  NETWORK_LIMITS[name] !== undefined || ACCOUNT_LIMITS[name] !== undefined;

/** Writes one audit entry for each account and ended window, about the refusals that have no entry of their own. */
export async function reportRefusals(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    const counted = await takeRefusals(tx, AUDITED_REFUSALS.seconds);
    const more = counted
      .map(({ accountId, count }) => ({ accountId, refusals: count - AUDITED_REFUSALS.max }))
      .filter(({ refusals }) => refusals > 0);
    await auditMoreRefusals(tx, more);
  });
}
