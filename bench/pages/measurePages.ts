/** Measures the landing pages and the staff lists: ours, from our built server with a hundred referrals, and their peers. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { createRequest, createSender, signIn } from '../harness/requests';
import { ENGINES, seedStore } from '../harness/databases';
import type { Options } from '../options';
import { startComparison, startProduct } from '../harness/servers';
import { buildPeers } from './buildPeers';
import { measureClicks } from './clicks';
import { type Audits, compareWithLighthouse } from './lighthouse';
import { clicksReport, type PageMetrics } from './report';
import { bareList, ourList } from './staffLists';

/** Four pages, and about one page for each status. */
const REFERRALS = 100;
const BARE_FORM = 'bare HTML form';

/** @param print receives the tables of each part as soon as they are complete */
export async function measurePages(options: Options, print: (text: string) => Promise<void>) {
  // The engine of `npm start`.
  const store = await (await ENGINES.embedded(options.data)).create('pages');
  await seedStore(store, REFERRALS);
  const ours = await startProduct(store);
  const task = join(options.data, 'peers.json');
  const folder = await buildPeers(join(options.data, 'peers'));
  writeFileSync(task, JSON.stringify({ folder, rows: await fetchRows(ours.port) }));
  const peers = await startComparison('bench/pages/peerServer.ts', task);
  const [our, peer] = [ours, peers].map(({ port }) => `http://127.0.0.1:${port}`) as [
    string,
    string,
  ];

  await print(await compareWithLighthouse(landingPages(our, peer), options));
  const lists = [bareList(peer), ourList(our)];
  for (const throttling of ['devtools', 'simulate'] as const) {
    await print(await compareWithLighthouse(staffLists(lists, throttling), options));
  }
  await print(clicksReport(await measureClicks(lists, options)));
  await peers.stop();
  await ours.stop();
  await store.remove();
}

const pageSchema = z.object({ items: z.array(z.looseObject({ _id: z.string() })) });

/** Fetches all rows from our server, and adds the `id` that react-admin needs. */
async function fetchRows(port: number): Promise<object[]> {
  const bearer = await signIn(createSender(port));
  const all = createRequest('listReferrals', { search: `page=1&size=${REFERRALS}`, bearer });
  const { items } = pageSchema.parse(JSON.parse(await createSender(port)(all)));
  return items.map((item) => ({ ...item, id: item._id }));
}

/** Pages and targets. Paints are relative to the peer, because absolute times say little about another machine. */
const landingPages = (our: string, peer: string): Audits => ({
  title: 'Landing page, phone',
  throttling: 'devtools',
  subjects: [
    { name: BARE_FORM, url: `${peer}/bare/` },
    { name: 'the same, no safety headers', url: `${peer}/unguarded/` },
    { name: 'the same, styles in a file', url: `${peer}/bare-linked/` },
    { name: 'React, prerendered', url: `${peer}/react/` },
    { name: 'React + MUI, prerendered', url: `${peer}/mui/` },
    { name: 'React + MUI, by script', url: `${peer}/mui-by-script/` },
    { name: 'ours', isOurs: true, url: `${our}/` },
    { name: 'ours, Spanish', isOurs: true, url: `${our}/?lang=es` },
  ],
  aims: [
    { text: `paint at most 1.1 × ${BARE_FORM}`, isMet: ({ ofThePeer }) => ofThePeer <= 1.1 },
    { text: 'blocked at most 100 ms', isMet: ({ blocked }) => blocked <= 100 },
    { text: 'at most 105 KB of script', isMet: ({ scriptKb }) => scriptKb <= 105 },
    { text: 'performance 99', isMet: ({ scores: [performance = 0] }) => performance >= 99 },
    { text: 'the others 100', isMet: ({ scores: [, ...others] }) => others.every((score) => score === 100) },
  ],
}); // prettier-ignore

const staffLists = (
  lists: readonly ReturnType<typeof ourList>[],
  throttling: Audits['throttling'],
): Audits => ({
  title: `Staff list, phone, ${throttling === 'devtools' ? 'applied' : 'computed'} throttling`,
  throttling,
  subjects: lists.map((list) => ({ ...list, isOurs: list.name === 'ours' })),
  aims: [
    { text: `paint at most ${lists[0]?.name}'s`, isMet: ({ ofThePeer }: PageMetrics) => ofThePeer <= 1 },
    { text: 'at most 300 KB of script', isMet: ({ scriptKb }: PageMetrics) => scriptKb <= 300 },
  ],
}); // prettier-ignore
