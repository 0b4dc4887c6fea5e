/**
 * What became of a referral changes no answer to a manager outside of the program who filed it: no byte, header or size of any call,
 * and no statement that it runs. The calls are all that there are, so a new one is tried as well.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AnyCallName, allCalls } from '../../contract/calls';
import { createFixtures, type Fixtures, referralBody } from '../support/fixtures';
import { recordStatements } from '../support/recordedStatements';
import { report } from '../support/report';
import { type AnyInput, startTestServer, type TestServer } from '../support/testServer';
import { bearerFor, createHeldReferral } from './callInputs';
import { addOutsideSite, addReader, FATES, findTarget, inputsOn } from './outsideReaders';

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
/** Calls that end the session that makes them, so that they need one of their own. */
const ENDS_SESSION: readonly AnyCallName[] = ['changePassword'];

const TOKENS = /(?:eyJ|v1\.)[\w.-]+/g;
/** What is new in each answer of a call, whatever became of a referral. */
const NEW: Readonly<Partial<Record<AnyCallName, RegExp>>> = {
  login: TOKENS,
  changePassword: TOKENS,
  addGuestReferral: /(?:\w{4}-)+\w{4}/g,
};
/** Headers that differ between any two answers. */
const NEW_HEADERS = ['date', 'x-request-id', 'set-cookie'];

/** All that a call shows its caller: status, headers with the size, and text; and the statements that it runs. */
async function observe(name: AnyCallName, input: AnyInput, bearer: string | undefined) {
  const call = () => server.call(name, input, bearer);
  const { result, sent } = await recordStatements(call);
  return {
    status: result.status,
    headers: Object.entries(result.headers).filter(([header]) => !NEW_HEADERS.includes(header)),
    text: result.text.replaceAll(NEW[name] ?? /$^/g, 'new'),
    statements: sent.map(({ text }) => text),
  };
}

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
          seen.push({ name, input, ...(await observe(name, input, bearer)) });
        }
      }
      return seen;
    };
    await look();
    const before = await look();
    await FATES[fate]?.(fixtures, _id);
    const after = await look();
    for (const [index, one] of before.entries()) {
      const diff = (['status','headers','text','statements'] as const).filter(k=>JSON.stringify(after[index]?.[k])!==JSON.stringify(one[k])).map(k=>`${k}: ${JSON.stringify(one[k]).slice(k==='headers'?400:0).slice(0,250)} => ${JSON.stringify(after[index]?.[k]).slice(k==='headers'?400:0).slice(0,250)}`); if (diff.length) (await import('node:fs')).appendFileSync('/tmp/diffs.txt', `${fate}|${one.name}|${JSON.stringify(one.input)}|${diff.join(' ## ')}\n`);
      expect.soft({ ...after[index], input: one.input }).toEqual(one);
    }
    compared += before.length;
  });
});
