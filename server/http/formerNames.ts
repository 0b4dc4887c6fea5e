/**
 * Backward compatibility: the names on the wire that version 0.3 renamed. Pages that were open during the update, and programs
 * written for version 0.2, use the former names. Version 0.4 drops all of this except FORMER_ACTIONS: audit entries are never
 * rewritten.
 */
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { AnyCallName } from '../../contract/calls';
import { extraEndpoints } from '../../contract/calls/endpoints';
import type { Feature } from '../../contract/calls/extras';
import { API_PREFIX } from '../settings/settings';

/** Former path of a call → its path. */
const CALL_PATHS: ReadonlyMap<string, string> = new Map([
  [`${API_PREFIX}/referral/suspected`, `${API_PREFIX}${extraEndpoints.listHeld.path}`],
  [`${API_PREFIX}/referral/suspected/count`, `${API_PREFIX}${extraEndpoints.countHeld.path}`],
]);
/** Former path of a page → its path. */
const PAGE_PATHS: ReadonlyMap<string, string> = new Map([['/suspected', '/held']]);
/** Feature of `meta` → its former names. */
const FORMER_FEATURES: Partial<Record<Feature, readonly string[]>> = { held: ['suspected'] };
/** Key of a response → its former name. */
const FORMER_KEYS: Readonly<Record<string, string>> = { hold_reason: 'suspected' };
/** Call → its names in entries of the audit trail that earlier versions wrote. */
const FORMER_ACTIONS: Partial<Record<AnyCallName, readonly string[]>> = {
  listHeld: ['listSuspected'],
  countHeld: ['countSuspected'],
};

const formerActions: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(FORMER_ACTIONS),
);

/** Replaces the path of a URL, if it is in the table. */
function replacePath(url: string, paths: ReadonlyMap<string, string>): string {
  const [path = ''] = url.split('?', 1);
  return `${paths.get(path) ?? path}${url.slice(path.length)}`;
}

/** Returns the URL of a request with the current path of the call: for Fastify's option `rewriteUrl`. */
export const rewriteFormerPath = ({ url = '' }: IncomingMessage): string =>
  replacePath(url, CALL_PATHS);

/** Renames the keys in responses to requests by a former path, and redirects from the former paths of pages. */
export const formerNamesPlugin = fastifyPlugin(async (app: FastifyInstance) => {
  app.addHook('onRequest', (request, reply, done) => {
    const url = replacePath(request.url, PAGE_PATHS);
    if (url === request.url) done();
    else void reply.redirect(url);
  });
  app.addHook('onSend', async (request, _reply, payload) => {
    if (request.url === request.originalUrl || typeof payload !== 'string') return payload;
    // The replacement never hits a value, because quotes are escaped there.
    return Object.entries(FORMER_KEYS).reduce(
      (text, [key, former]) => text.replaceAll(`"${key}":`, `"${former}":`),
      payload,
    );
  });
});

/** Adds the former names of the features. */
export const withFormerFeatures = (features: readonly Feature[]): string[] =>
  features.flatMap((feature) => [feature, ...(FORMER_FEATURES[feature] ?? [])]);

/** Adds the former names of the calls, to find their entries in the audit trail. */
export const withFormerActions = (calls: readonly string[]): string[] =>
  calls.flatMap((call) => [call, ...(formerActions.get(call) ?? [])]);

/** Returns the current name of the action of an audit entry. */
export function currentAction(action: string): string {
  const [current] =
    Object.entries(FORMER_ACTIONS).find(([, former]) => former.includes(action)) ?? [];
  return current ?? action;
}
