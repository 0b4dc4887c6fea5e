/** Tries each call once on a database, and finds its best statement. */
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { PROBATION_SITE_NAME, UNLISTED_SITE_NAME } from '../../contract/constants';
import { PAGE_SIZE } from '../../contract/staffConstants';
import { pageSchema } from '../../contract/entities/page';
import { buildServer } from '../../server/buildServer';
import type { Database } from '../../server/db/database';
import { openDatabase } from '../../server/db/openDatabase';
import { account } from '../../server/db/schema';
import { hashPassword } from '../../server/features/auth';
import { readSettings } from '../../server/settings/settings';
import { addBestTables, selectFastest } from './upperBounds/bestStore';
import type { BestTask } from './upperBounds/bestTasks';
import { type Case, createCases, MANAGERS, signInAll } from './cases';
import { createSettings, type Store, SUPERUSER } from '../harness/databases';
import type { Measured } from '../harness/load';
import { onExit } from '../harness/onExit';
import { createRequest, type Send, signIn } from '../harness/requests';
import type { SearchValues } from '../harness/searchValues';

/** A tried case with its measurements. */
export interface CaseResult {
  readonly case: Case;
  /** The body of its response, byte for byte. */
  readonly answer: string;
  /** The task that returns the same content from the database; null if none is known. */
  readonly best: BestTask | null;
  /** One measurement per round. `best` is empty without a best statement. */
  readonly runs: Record<'server' | 'route' | 'best', Measured[]>;
}

const sitesSchema = z.array(z.object({ _id: z.string(), name: z.string() }));
const nextSchema = z.object({ next: z.string().optional() });
const cursorSchema = z.object({ id: z.string(), entered: z.string() });
const SITES_OF_A_MANAGER = 4;

/** Makes each call in this process, to check that it succeeds and that its best statement returns the same content. */
export async function tryCalls(
  store: Store,
  referrals: number,
  values: SearchValues,
): Promise<readonly CaseResult[]> {
  const settings = readSettings(createSettings(store));
  const database = await openDatabase(settings);
  const { db } = database;
  await addBestTables(db);
  const app = await buildServer({
    settings,
    backend: { database, secret: settings.JWT_SECRET ?? '' },
  });
  const close = onExit(() => app.close());
  const send: Send = async (request) => {
    const { statusCode, body } = await app.inject(request);
    if (statusCode !== 200) throw new Error(`${request.path}: ${statusCode} ${body}`);
    return body;
  };
  const superuser = await signIn(send);
  const all = sitesSchema.parse(JSON.parse(await send(createRequest('listSites', {}))));
  const schools = all
    .filter(({ name }) => name !== PROBATION_SITE_NAME && name !== UNLISTED_SITE_NAME)
    .slice(0, SITES_OF_A_MANAGER)
    .map(({ _id, name }) => ({ id: _id, name }));
  for (const username of MANAGERS) {
    const manager = {
      fullname: 'Measured Manager',
      username,
      password: SUPERUSER.SUPERUSER_PASSWORD,
    };
    const json = { ...manager, role: 'MANAGER', schools };
    await send(createRequest('register', { json, bearer: superuser }));
  }
  const bearers = await signInAll(send);

  const tried: CaseResult[] = [];
  const [firstSite] = all.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const first = await send(
    createRequest('listWorklist', { json: { size: PAGE_SIZE.filtered }, bearer: superuser }),
  );
  const { next: after = '' } = nextSchema.parse(JSON.parse(first));
  const cursor = cursorSchema.parse(
    JSON.parse(Buffer.from(after.split('.')[0] ?? '', 'base64url').toString()),
  );
  const cases = createCases({
    siteIds: schools.map(({ id }) => id),
    firstSiteId: firstSite?._id ?? '',
    values,
    referrals,
    next: { after, where: `(entry_date, id) < ('${cursor.entered}', '${cursor.id}')` },
  });
  for (const one of cases) {
    const answer = await send(one.request(bearers[one.as]));
    const best = await findBest(db, one, answer);
    tried.push({ case: one, answer, best, runs: { server: [], route: [], best: [] } });
  }
  await close();
  return tried;
}

const foundSchema = pageSchema(z.unknown())
  .pick({ total: true, more: true })
  .extend({ counts: z.unknown().optional() })
  .catch({ total: 0, counts: undefined });

/** Finds the best task of a case. The reads come before the writes, so that they find the same rows. */
async function findBest(db: Database, one: Case, answer: string): Promise<BestTask | null> {
  const password = SUPERUSER.SUPERUSER_PASSWORD;
  if (one.kind === 'login') return { kind: 'login', hash: await hashPassword(password), password };
  if (one.kind === 'write') {
    return { kind: 'write', createdBy: one.as === 'guest' ? null : await findSuperuserId(db) };
  }
  if (!one.best) return null;
  const statements = one.best(foundSchema.parse(JSON.parse(answer)));
  return { kind: 'read', text: await selectFastest(db, one.name, statements, answer) };
}

/** Finds the id of the super user. */
async function findSuperuserId(db: Database): Promise<string | null> {
  const [head] = await db
    .select({ id: account.id })
    .from(account)
    .where(eq(account.username, SUPERUSER.SUPERUSER_EMAIL));
  return head?.id ?? null;
}
