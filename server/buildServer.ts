/** Builds the Fastify server. Production, tests and benchmarks all use it: the same plugins in the same order. */
import { join } from 'node:path';
import etag from '@fastify/etag';
import Fastify, { type FastifyInstance, type FastifyReply, LogController } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { PageRenderer } from '../contract/page';
import type { OpenDatabase } from './db/openDatabase';
import { preferenceRoutes } from './features/accounts/preferenceRoutes';
import { accountRoutes } from './features/accounts/routes';
import { registerRoutes } from './features/accounts/registerRoutes';
import { auditRoutes } from './features/audit/routes';
import { passwordRoutes } from './features/auth/passwordRoutes';
import type { HashingCost } from './features/auth';
import { authRoutes, loginRoute } from './features/auth/routes';
import { countyListRoute } from './features/counties/routes';
import { handoverRoutes } from './features/referrals/handover/routes';
import { duplicateRoutes } from './features/referrals/duplicates/routes';
import { bulkRoutes } from './features/referrals/bulk/routes';
import { overdueConsentsPlugin } from './features/referrals/consent/plugin';
import { consentRoutes } from './features/referrals/consent/routes';
import { ownReferralRoutes } from './features/referrals/own/routes';
import { deletedRoutes } from './features/referrals/deleted/routes';
import { filingRoutes } from './features/referrals/filing/routes';
import { filedRoutes } from './features/referrals/list/filedRoutes';
import { listRoutes } from './features/referrals/list/routes';
import { contactRoutes } from './features/referrals/contact/routes';
import { receiptsPlugin } from './features/referrals/receipts/plugin';
import { receiptRoutes } from './features/referrals/receipts/routes';
import { newsPlugin } from './features/referrals/news/plugin';
import { newsRoutes } from './features/referrals/news/routes';
import { recordRoutes } from './features/referrals/record/routes';
import { morningMailPlugin } from './features/referrals/today/plugin';
import { todayRoutes } from './features/referrals/today/routes';
import { cspHash } from './features/pages';
import { lookUpRoutes } from './features/pages/lookUpRoutes';
import { listSites } from './features/sites';
import { setupRoutes } from './features/setup/routes';
import { siteListRoute, siteRoutes } from './features/sites/routes';
import { noticeRoutes } from './features/notices/routes';
import { listFeatures, systemRoutes } from './features/system/routes';
import {
  type ConnectionLimits,
  CONNECTION_LIMITS,
  createHttpServer,
} from './http/createHttpServer';
import { accessPlugin } from './features/access/plugin';
import { apiDocumentPlugin, apiDocumentRoute } from './http/apiDocument';
import { formBodyParser, jsonBodyParser } from './http/bodyParsers';
import { backupSocketPlugin } from './features/backup/plugin';
import { clockPlugin } from './http/clockPlugin';
import { databasePlugin } from './http/databasePlugin';
import { errorsPlugin, NotFoundError } from './http/errors';
import { formerNamesPlugin, rewriteFormerPath } from './http/formerNames';
import { clientErrorsPlugin, handleClientError } from './http/clientErrors';
import { RAW_RESPONSE_HEADERS, headersPlugin } from './http/headers';
import { originsPlugin } from './http/origins';
import { authPlugin } from './features/auth/plugin';
import { idempotencyPlugin } from './features/idempotency/plugin';
import { auditPlugin } from './features/audit/plugin';
import { limitsPlugin } from './features/limits/plugin';
import { loggerOptions, loggingPlugin } from './http/logging';
import { mailPlugin } from './features/mail/plugin';
import { noticesPlugin } from './features/notices/plugin';
import { settingsPlugin } from './http/settingsPlugin';
import { referralsPlugin } from './features/referrals/plugin';
import { webPlugin } from './features/pages/plugin';
import { API_PREFIX, type Settings } from './settings/settings';

export interface ServerOptions {
  readonly settings: Settings;
  /** Absent when the server serves only the web app, for another backend (API_URL). */
  readonly backend?: {
    readonly database: OpenDatabase;
    /** Signs tokens; at least 32 characters. */
    readonly secret: string;
    /** Cost of hashing a password; that of production by default. */
    readonly hashing?: HashingCost;
  };
  /** Folder of the built web app. */
  readonly webFolder?: string;
  /** Renders its pages as HTML; built beside it. */
  readonly renderer?: PageRenderer;
  /** Receives the log lines; standard output unless given. */
  readonly logStream?: { write(line: string): void };
  /** Limits of one connection; those of production by default. */
  readonly connection?: Partial<ConnectionLimits>;
}

const BODY_LIMIT = 64 * 1024;
/** Milliseconds a page waits for the list of sites. */
const SITES_TIMEOUT = 1_000;

export async function buildServer(options: ServerOptions): Promise<FastifyInstance> {
  const { settings, backend } = options;
  const app = Fastify({
    logger: loggerOptions(settings, options.logStream),
    // Fastify's own log lines contain the whole URL; http/logging.ts writes ours.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustProxyOption(settings.TRUST_PROXY),
    bodyLimit: BODY_LIMIT,
    serverFactory: createHttpServer({ ...CONNECTION_LIMITS, ...options.connection }),
    // A path that cannot be decoded matches no route; Fastify's default response would repeat it.
    frameworkErrors: (_error, _request, reply) => {
      const { detail } = new NotFoundError();
      void (reply as FastifyReply).code(404).headers(RAW_RESPONSE_HEADERS).send({ detail });
    },
    clientErrorHandler: handleClientError,
    rewriteUrl: rewriteFormerPath,
    forceCloseConnections: 'idle',
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);

  await app.register(settingsPlugin, { settings });
  await app.register(headersPlugin, {
    settings,
    scripts: options.renderer ? [cspHash(options.renderer.script)] : [],
  });
  await app.register(loggingPlugin);
  await app.register(errorsPlugin, {
    ...(backend && { onRefused: (request) => app.auditRefusal(request) }),
  });
  await app.register(clientErrorsPlugin);
  await app.register(formerNamesPlugin);
  await app.register(jsonBodyParser);
  if (backend) await addBackend(app, settings, backend);
  await app.register(webPlugin, {
    settings,
    folder: options.webFolder,
    renderer: options.renderer,
    ...(backend && {
      loadPageData: () => loadPageData(app),
      buildsFolder: join(settings.DATA_DIR, 'builds'),
    }),
  });
  if (backend) await app.register(lookUpRoutes);
  return app;
}

/**
 * Loads the data embedded in a page. If the database does not respond within SITES_TIMEOUT, the page is served without sites,
 * and its script requests them.
 */
async function loadPageData(app: FastifyInstance) {
  const timeout = new Promise<undefined>((resolve) => {
    setTimeout(resolve, SITES_TIMEOUT, undefined).unref();
  });
  const sites = await Promise.race([listSites(app.database.db).catch(() => undefined), timeout]);
  return { features: listFeatures(app.settings), ...(sites && { sites }) };
}

/** A number is how many proxies are in front of the server. */
const trustProxyOption = (setting: Settings['TRUST_PROXY']) =>
  typeof setting === 'number' ? (_address: string, hop: number) => hop < setting : setting;

async function addBackend(
  app: FastifyInstance,
  settings: Settings,
  { database, secret, hashing }: NonNullable<ServerOptions['backend']>,
): Promise<void> {
  await app.register(originsPlugin, { settings });
  await app.register(databasePlugin, { database });
  await app.register(clockPlugin);
  await app.register(auditPlugin);
  await app.register(noticesPlugin);
  await app.register(backupSocketPlugin);
  await app.register(accessPlugin, { secret });
  await app.register(limitsPlugin, { secret });
  await app.register(idempotencyPlugin);
  await app.register(authPlugin, { hashing });
  await app.register(mailPlugin, { settings });
  await app.register(referralsPlugin);
  await app.register(receiptsPlugin, { secret });
  await app.register(morningMailPlugin);
  await app.register(newsPlugin, { secret });
  await app.register(overdueConsentsPlugin);
  await app.register(apiDocumentPlugin);
  await app.register(
    async (api) => {
      await api.register(systemRoutes);
      await api.register(authRoutes);
      await api.register(passwordRoutes);
      await api.register(noticeRoutes);
      await api.register(async (scope) => {
        await formBodyParser(scope);
        await loginRoute(scope);
      });
      await api.register(registerRoutes);
      await api.register(accountRoutes);
      await api.register(preferenceRoutes);
      await api.register(siteRoutes);
      await api.register(filingRoutes);
      await api.register(listRoutes);
      await api.register(filedRoutes);
      await api.register(recordRoutes);
      await api.register(contactRoutes);
      await api.register(todayRoutes);
      await api.register(duplicateRoutes);
      await api.register(handoverRoutes);
      await api.register(bulkRoutes);
      await api.register(deletedRoutes);
      await api.register(consentRoutes);
      await api.register(receiptRoutes);
      await api.register(newsRoutes);
      await api.register(ownReferralRoutes);
      await api.register(auditRoutes);
      await api.register(setupRoutes);
      await api.register(publicLists);
      await api.register(apiDocumentRoute);
    },
    { prefix: API_PREFIX },
  );
}

/** The lists every form loads. They contain no personal data, so browsers may cache them and revalidate by ETag. */
async function publicLists(scope: FastifyInstance): Promise<void> {
  await scope.register(etag);
  scope.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-cache');
  });
  await siteListRoute(scope);
  await countyListRoute(scope);
}
