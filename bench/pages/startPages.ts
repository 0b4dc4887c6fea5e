/** What pages are measured on: our built server with a hundred referrals, and the peers with the same rows. */
import { z } from 'zod';
import { atEnd } from '../atEnd';
import { startBuiltServer } from '../builtServer';
import { startEngine } from '../engines';
import { createClient } from '../httpClient';
import { at, loginOf } from '../operations';
import type { Options } from '../options';
import { HEAD } from '../people';
import { prepare } from '../prepare';
import { startRouteProcess } from '../routeProcess';
import { buildPeers } from './buildPeers';

/** Four pages of them, and about as many with each status as a page has. */
const REFERRALS = 100;

export interface PageServers {
  /** Where each begins, without a final slash. */
  readonly ours: string;
  readonly peers: string;
  /** The script that measures in a page. */
  readonly watch: string;
  stop(): Promise<void>;
}

export async function startPages(options: Options): Promise<PageServers> {
  const { folder, watch, remove } = await buildPeers();
  // As `npm start` has it.
  const engine = await startEngine('embedded', options);
  const prepared = await prepare(engine, REFERRALS, options);
  const store = await engine.copy(prepared.name, 'run_pages');
  const removeStore = atEnd(() => store.remove());
  const ours = await startBuiltServer(store);
  const rows = await rowsOf(ours.port);
  const peers = await startRouteProcess('bench/pages/peerServer.ts', { folder, rows });
  return {
    ours: `http://127.0.0.1:${ours.port}`,
    peers: `http://127.0.0.1:${peers.port}`,
    watch,
    async stop() {
      await peers.stop();
      await ours.stop();
      await removeStore();
      await remove();
      await engine.stop();
    },
  };
}

const tokenSchema = z.object({ access_token: z.string() });
const pageSchema = z.object({ items: z.array(z.looseObject({ _id: z.string() })) });

/** All rows as our server gives them, with the `id` that react-admin wants. */
async function rowsOf(port: number): Promise<object[]> {
  const client = createClient(port, 1);
  try {
    const login = await client.send(
      loginOf({ password: HEAD.SUPERUSER_PASSWORD }, HEAD.SUPERUSER_EMAIL),
    );
    const { access_token } = tokenSchema.parse(JSON.parse(login.body));
    const { method, path } = at('listReferrals');
    const answer = await client.send(
      { method, path: `${path}?page=1&size=${REFERRALS}` },
      access_token,
    );
    return pageSchema
      .parse(JSON.parse(answer.body))
      .items.map((item) => ({ ...item, id: item._id }));
  } finally {
    client.close();
  }
}
