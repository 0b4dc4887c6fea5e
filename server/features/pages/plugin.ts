/**
 * Serves the built web app: precompressed files, cached for a year if the name contains a hash, and HTML for every page path.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import etag from '@fastify/etag';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { PageData, PageRenderer, NoScriptLookUp } from '../../../contract/page';
import { TOKEN_PAGES } from '../mail';
import { storeBuild } from './formerBuilds';
import { createPageCache, type CachedPage } from './pageCache';
import { pageLanguage } from './pageLanguage';
import { API_PREFIX, type Settings, toPublicSettings } from '../../settings/settings';
import { NotFoundError, unknownRouteError } from '../../http/errors';

const CACHE_ONE_YEAR = 'public, max-age=31536000, immutable';
const REVALIDATE = 'no-cache';
/** The page where the holder of a receipt looks it up (src/app/routes.ts). */
export const LOOK_UP_PATH = '/track';

declare module 'fastify' {
  interface FastifyInstance {
    /** Composes the page of a look-up that was sent without scripts; null where pages are not rendered on the server. */
    composeLookUp: ((request: FastifyRequest, lookUp: NoScriptLookUp) => Promise<string>) | null;
  }
}

export interface WebOptions {
  readonly settings: Settings;
  /** Renders pages to HTML on the server; without it, all pages render in the browser. */
  readonly renderer?: PageRenderer;
  /** Loads the data that pages embed beside the settings: sites and offered features. */
  readonly loadPageData?: () => Promise<Omit<PageData, 'settings'>>;
  /** The folder of the built web app; absent if the server serves only the API. */
  readonly folder?: string;
  /** The folder of the scripts and styles of former builds; absent for a server without a data folder. */
  readonly buildsFolder?: string;
}

export const webPlugin = fastifyPlugin(async (app: FastifyInstance, options: WebOptions) => {
  const { settings, folder, renderer, loadPageData } = options;
  const publicSettings = toPublicSettings(settings);
  const settingsJson = JSON.stringify(publicSettings);
  const hasPages = folder !== undefined && existsSync(join(folder, 'index.html'));
  const pages = hasPages && renderer ? createPageCache(folder, renderer) : null;
  const loadData = async () => ({ settings: publicSettings, ...(await loadPageData?.()) });
  app.decorate(
    'composeLookUp',
    pages &&
      (async (request, lookUp) =>
        pages.composeLookUp(LOOK_UP_PATH, pageLanguage(request), await loadData(), lookUp)),
  );
  await app.register(async (scope) => {
    await scope.register(etag);
    scope.get(
      '/settings.json',
      { config: { operation: 'web' }, schema: { hide: true } },
      async (_request, reply) => {
        reply.header('cache-control', REVALIDATE).type('application/json; charset=utf-8');
        return settingsJson;
      },
    );
  });

  if (hasPages) {
    const roots = [folder, ...(await storeFormerBuilds(app, folder, options.buildsFolder))];
    await app.register(async (scope) => {
      scope.addHook('onRoute', (route) => {
        route.config = { ...route.config, operation: 'web' };
      });
      scope.addHook('onSend', async (request, reply) => {
        const vary = reply.getHeader('vary');
        reply.header('vary', vary ? `${String(vary)}, accept-encoding` : 'accept-encoding');
        // A response must not be cached under a URL with a token that can set a password, nor a page that may show an answer.
        if (isNeverStored(request)) reply.header('cache-control', 'no-store');
      });
      await scope.register(fastifyStatic, {
        root: roots,
        preCompressed: true,
        wildcard: false,
        index: false,
        cacheControl: false,
        globIgnore: [
          '**/*.br',
          '**/*.gz',
          'index.html',
          'settings.json',
          'manifest.json',
          'landing.*.html',
        ],
        setHeaders: (response, path) => {
          const isHashed = roots.some((root) => path.startsWith(join(root, 'assets')));
          response.setHeader('cache-control', isHashed ? CACHE_ONE_YEAR : REVALIDATE);
        },
      });
      scope.get('/*', { schema: { hide: true } }, async (request, reply) => {
        if (!isPage(request)) throw notFoundError(request);
        if (!pages) return reply.sendFile('index.html');
        const page = await pages.get(pathOf(request), pageLanguage(request), await loadData());
        return sendPage(request, reply, page);
      });
    });
  }

  // Before the body is read: a method without a route gets the same refusal whatever its body and type. The CORS plugin has a
  // route for OPTIONS, and has answered a preflight of an allowed origin before.
  app.addHook('onRequest', async (request) => {
    if (request.is404 || request.method === 'OPTIONS') throw notFoundError(request);
  });
  // The static file server calls it for a file that was deleted after the start.
  app.setNotFoundHandler((request) => {
    throw notFoundError(request);
  });
});

/** Returns the folders of former builds; none if they cannot be stored, as on a full disk: the server starts all the same. */
async function storeFormerBuilds(app: FastifyInstance, folder: string, buildsFolder?: string) {
  if (buildsFolder === undefined) return [];
  try {
    return await storeBuild(folder, buildsFolder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    app.log.warn({ code }, 'the files of former builds cannot be kept');
    return [];
  }
}

/** Sends the page in the best encoding the browser accepts, or 304 if its ETag matches. */
function sendPage(request: FastifyRequest, reply: FastifyReply, page: CachedPage) {
  reply
    .header('vary', 'cookie, accept-language')
    .header('etag', page.etag)
    .header('cache-control', REVALIDATE)
    .type('text/html; charset=utf-8');
  if (request.headers['if-none-match'] === page.etag) return reply.code(304).send();
  const accepted = request.headers['accept-encoding'] ?? '';
  if (/\bbr\b/.test(accepted)) return reply.header('content-encoding', 'br').send(page.br);
  if (/\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(page.gzip);
  return reply.send(page.plain);
}

const pathOf = (request: FastifyRequest) => request.url.split('?')[0] ?? '';
const isApi = (request: FastifyRequest) => /^\/api(\/|$)/.test(pathOf(request));

const NEVER_STORED = new Set([...TOKEN_PAGES, LOOK_UP_PATH]);

/** Like the web app's router, this ignores case and a trailing slash. */
const isNeverStored = (request: FastifyRequest) =>
  NEVER_STORED.has(pathOf(request).replace(/\/$/, '').toLowerCase());

/** A page's path has no file extension. The web app's router handles unknown pages. */
const isPage = (request: FastifyRequest) => !isApi(request) && !hasExtension(pathOf(request));

/** No regular expression: `/\.[^/]+$/` takes quadratic time on many dots before a slash. */
function hasExtension(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return name.slice(0, -1).includes('.');
}

const notFoundError = (request: FastifyRequest) =>
  isApi(request) ? unknownRouteError(API_PREFIX, request) : new NotFoundError();
