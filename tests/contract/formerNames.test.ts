/**
 * Pages and programs of version 0.2 keep working, and entries that it wrote to the audit trail stay readable
 * (server/http/formerNames.ts).
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AuditEntry } from '../../contract/entities/audit';
import { audit_event, referral } from '../../server/db/schema';
import { type AuditAction, recordAudit } from '../../server/features/audit/trail';
import { verifyTrail } from '../../server/features/audit/verify';
import { createHeldReferral } from '../access/callInputs';
import { startTestServer, type TestServer } from '../support/testServer';
import { type CallerKind, createFixtures, type Fixtures } from '../support/fixtures';

let folder: string;
let server: TestServer;
let fixtures: Fixtures;
let id: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'referral-desk-web-'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>The page</title>');
  server = await startTestServer({}, { webFolder: folder });
  fixtures = await createFixtures(server);
  id = await createHeldReferral(fixtures);
  // Text that looks like the renamed key stays as it is.
  await server.db.update(referral).set({ notes: '"hold_reason":"x"' }).where(eq(referral.id, id));
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const get = (path: string, caller: CallerKind = 'superuser') => {
  const bearer = fixtures.bearer(caller);
  return server.raw({
    method: 'GET',
    url: path,
    ...(bearer && { headers: { authorization: `Bearer ${bearer}` } }),
  });
};

it('held referrals are listed by the former path, with the former key', async () => {
  const { items, ...page } = await server.callOk(
    'listHeld',
    { query: { size: 25 } },
    fixtures.bearer('superuser'),
  );
  const renamed = items.map(({ hold_reason, ...rest }) => ({ ...rest, suspected: hold_reason }));
  expect(renamed).toMatchObject([{ _id: id, notes: '"hold_reason":"x"', suspected: 'trap' }]);
  const { status, body } = await get('/api/referral/suspected?page=1&size=25');
  expect({ status, body }).toEqual({ status: 200, body: { items: renamed, ...page } });
});

it('held referrals are counted by the former path', async () => {
  expect((await get('/api/referral/suspected/count')).body).toEqual({ count: 1 });
});

it('the former paths of held referrals have the same access, parameters and methods', async () => {
  expect((await get('/api/referral/suspected', 'anonymous')).status).toBe(401);
  expect((await get('/api/referral/suspected', 'manager')).status).toBe(403);
  expect((await get('/api/referral/suspected/count', 'manager')).status).toBe(403);
  expect((await get('/api/referral/suspected?size=-1')).status).toBe(422);
  expect((await get('/api/referral/suspected/other')).status).toBe(404);
});

it('meta lists the feature “held” by its former name, too', async () => {
  const { features } = await server.callOk('meta', {});
  expect(features).toEqual(expect.arrayContaining(['held', 'suspected']));
  expect(new Set(features).size).toBe(features.length);
});

it('the former address of the page of held referrals redirects to the current one', async () => {
  for (const [from, to] of [
    ['/suspected', '/held'],
    ['/suspected?page=2', '/held?page=2'],
  ] as const) {
    const { status, headers } = await get(from, 'anonymous');
    expect({ status, location: headers.location }).toEqual({ status: 302, location: to });
  }
  expect((await get('/held', 'anonymous')).status).toBe(200);
});

it('audit entries with former actions are listed with the current names, and stored unchanged', async () => {
  const entry = { actorId: fixtures.people.superuser.id, ip: '198.51.100.7' };
  await recordAudit(
    server.db,
    { ...entry, action: 'listSuspected' as AuditAction, recordIds: [id], outcome: 'done' },
    { ...entry, action: 'countSuspected' as AuditAction, recordIds: [], outcome: 'refused' },
  );
  const { body } = await server.call('listAudit', {}, fixtures.bearer('superuser'));
  expect((body as AuditEntry[]).slice(0, 2).map(({ action }) => action)).toEqual([
    'countHeld',
    'listHeld',
  ]);
  const filter = JSON.stringify({ actions: ['listHeld'] });
  const filtered = await server.call(
    'listAudit',
    { query: { filter } },
    fixtures.bearer('superuser'),
  );
  expect((filtered.body as AuditEntry[])[0]).toMatchObject({
    action: 'listHeld',
    records: [{ id }],
  });
  await server.callOk('releaseReferral', { body: { id } }, fixtures.bearer('superuser'));
  const { reads } = await server.callOk(
    'getHistory',
    { params: { id } },
    fixtures.bearer('superuser'),
  );
  expect(new Set(reads?.latest.map(({ action }) => action))).toEqual(new Set(['listHeld']));
  expect(await server.db.$count(audit_event, eq(audit_event.action, 'listSuspected'))).toBe(1);
  expect(await verifyTrail(server.db)).toMatchObject({ isIntact: true });
});
