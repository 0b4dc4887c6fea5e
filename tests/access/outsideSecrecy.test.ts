/**
 * What became of a referral changes no answer to a manager outside of the program who filed it: no byte, header or size of any call,
 * and no statement that it runs. The calls are all that there are, so a new one is tried as well.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AnyCallName, allCalls } from '../../contract/calls';
import type { Call } from '../../contract/calls/call';
import { limit_window } from '../../server/db/schema';
import { countAudit } from '../support/databaseState';
import { createFixtures, type Fixtures, referralBody } from '../support/fixtures';
import { report } from '../support/report';
import { startTestServer, type TestServer } from '../support/testServer';
import { bearerFor } from './callInputs';
import {
  ABSENT_ID,
  addOutsideSite,
  addReader,
  FATES,
  findTarget,
  inputsOn,
  observe,
} from './outsideReaders';

let server: TestServer;
let fixtures: Fixtures;
let compared = 0;

beforeAll(async () => {
  server = await startTestServer();
  fixtures = await createFixtures(server);
});
afterAll(async () => {
  await server.close();
  report('answers outside of the program compared', compared);
});

const NAMES = Object.keys(allCalls) as AnyCallName[];
/** Calls on one record, which is missing or out of sight for some. */
const ON_A_RECORD = NAMES.filter((name) => (allCalls[name] as Call).errors[404] !== undefined);
/** Calls that end the session that makes them, so that they need one of their own. */
const ENDS_SESSION: readonly AnyCallName[] = ['changePassword'];

describe('a manager outside', () => {
  it.each(Object.keys(FATES))('learns by no call that a referral of theirs is %s', async (fate) => {
    const site = await addOutsideSite(fixtures);
    const reader = await addReader(fixtures, 'MANAGER', [site]);
    const filed = referralBody(site);
    const file = (body: object) => server.call('addReferral', { body }, reader.access);
    await file(referralBody(site));
    const { _id } = (await file(filed)).body as { _id: string };
    await file(referralBody(site));
    const look = async () => {
      const target = await findTarget(fixtures, _id);
      const seen = [];
      for (const name of NAMES) {
        const inputs =
          name === 'addReferral' ? [{ body: filed }] : await inputsOn(name, fixtures, target);
        for (const input of inputs) {
          const bearer = ENDS_SESSION.includes(name)
            ? await bearerFor(name, fixtures, 'manager')
            : reader.access;
          seen.push({ name, input, ...(await observe(server, name, input, bearer)) });
        }
      }
      return seen;
    };
    await look();
    const before = await look();
    await FATES[fate]?.(fixtures, _id);
    const after = await look();
    for (const [index, one] of before.entries()) {
      expect.soft({ ...after[index], input: one.input }).toEqual(one);
    }
    compared += before.length;
  });

  it('finds by no call whether there is a referral, a consent or an attempt with an id', async () => {
    const site = await addOutsideSite(fixtures);
    const reader = await addReader(fixtures, 'MANAGER', [site]);
    const add = async (bearer: string | undefined, fate?: string) => {
      const { _id } = await server.callOk('addReferral', { body: referralBody(site) }, bearer);
      await FATES['told to somebody else']?.(fixtures, _id);
      await FATES.called?.(fixtures, _id);
      const target = await findTarget(fixtures, _id);
      if (fate) await FATES[fate]?.(fixtures, _id);
      return target;
    };
    const absent = { id: ABSENT_ID, consent: ABSENT_ID, attempt: ABSENT_ID };
    const targets = {
      own: await add(reader.access),
      'own, closed': await add(reader.access, 'processed'),
      'own, deleted': await add(reader.access, 'deleted'),
      'own, held': await add(reader.access, 'held'),
      'of others': await add(fixtures.bearer('superuser')),
      'of others, deleted': await add(fixtures.bearer('superuser'), 'deleted'),
      malformed: { id: '%00', consent: '%00', attempt: '../x' },
    };
    for (const name of ON_A_RECORD) {
      const of = async (target: typeof absent) => {
        const inputs = await inputsOn(name, fixtures, target);
        const seen = [];
        for (const input of inputs) {
          // Each refusal of the first ones has an entry of its own.
          await server.db.delete(limit_window);
          const entries = await countAudit(server.db, 'refused');
          const shown = await observe(server, name, input, reader.access);
          seen.push({ ...shown, entries: (await countAudit(server.db, 'refused')) - entries });
        }
        return seen;
      };
      await of(absent);
      const expected = await of(absent);
      for (const [which, target] of Object.entries(targets)) {
        const seen = await of(target);
        expect.soft({ name, which, seen }).toEqual({ name, which, seen: expected });
        compared += seen.length;
      }
    }
  });
});
