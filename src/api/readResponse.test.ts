import { afterEach, describe, expect, it } from 'vitest';
import type { AnyCallName } from '../../contract/calls';
import { allEndpoints } from '../../contract/calls/endpoints';
import { compose } from './middleware';
import { readResponse } from './readResponse';

/** Sends a call that gets this response. */
async function read(name: AnyCallName, data: unknown, type?: string, status = 200) {
  const header = (wanted: string) => (wanted === 'content-type' ? type : undefined);
  const send = compose([readResponse], async () => ({ status, data, header }));
  const response = await send({ name, request: {}, session: { pair: null, owner: null } });
  return response.data;
}

const PAGE = { items: [], pages: 0 };
const HTML = '<!doctype html>';

/** Of each kind of answer, a call, bodies it may have, and bodies that are not its. */
const KINDS = [
  ['list', 'listSites', [[], [{}]], [{}, PAGE, null, '', HTML]],
  ['page', 'listReferrals', [PAGE], [[], {}, { items: {} }, null, '', HTML]],
  ['object', 'countReferrals', [{}, PAGE], [[], null, '', HTML, 7]],
  ['none', 'updateSite', ['', null, undefined, {}, [], PAGE], [HTML, 'ok']],
] as const;

describe.each(KINDS)('a call that answers %s', (answers, name, right, wrong) => {
  it('is one of the contract', () => expect(allEndpoints[name].answers).toBe(answers));

  it.each(right.map((body) => [body]))('returns %j', async (body) => {
    await expect(read(name, body)).resolves.toBe(body);
  });

  it.each(wrong.map((body) => [body]))('throws after %j', async (body) => {
    await expect(read(name, body)).rejects.toMatchObject({ kind: 'unreadable' });
  });
});

it('takes a text in JSON for a confirmation', async () => {
  await expect(read('updateSite', 'ok', 'application/json; charset=utf-8')).resolves.toBe('ok');
  await expect(read('updateSite', HTML, 'text/html')).rejects.toMatchObject({ kind: 'unreadable' });
});

it.each([199, 304, 404, 500])('throws after the status %i, whatever the body', async (status) => {
  await expect(read('listSites', [], undefined, status)).rejects.toMatchObject({ status });
});

describe('a call that answers with a file', () => {
  const { health } = allEndpoints;
  afterEach(() => {
    allEndpoints.health = health;
  });

  it('returns its bytes, unread, and nothing else', async () => {
    allEndpoints.health = { ...health, answers: 'file' };
    const file = new Blob(['a,b']);
    await expect(read('health', file, 'text/csv')).resolves.toBe(file);
    for (const body of [{}, [], 'a,b', '']) {
      await expect(read('health', body)).rejects.toMatchObject({ kind: 'unreadable' });
    }
  });
});
