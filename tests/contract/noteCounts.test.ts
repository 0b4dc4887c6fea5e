/** The number of a referral's notes, in every list that shows it and in its record. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createHeldReferral } from '../access/callInputs';
import { startTestServer, type TestServer } from '../support/testServer';
import {
  type CallerKind,
  createFixtures,
  type Fixtures,
  referralBody,
  unique,
} from '../support/fixtures';

let server: TestServer;
let fixtures: Fixtures;

beforeAll(async () => {
  server = await startTestServer();
  fixtures = await createFixtures(server);
});
afterAll(() => server.close());

const head = () => fixtures.bearer('superuser');

async function file(notes?: string) {
  const body = referralBody(fixtures.sites.own, { first_name: unique('Wren'), notes });
  const { _id: id } = await server.callOk('addReferral', { body }, head());
  return { id, name: body.first_name };
}
const addNote = (id: string) =>
  server.callOk('addNote', { body: { id, text: unique('No answer') } }, head());
const update = (id: string, change: Record<string, unknown>) =>
  server.callOk('updateReferral', { body: { id, ...change } }, head());

/** The number as each call shows it. */
async function countsOf({ id, name }: { id: string; name: string }, by: CallerKind = 'superuser') {
  const bearer = fixtures.bearer(by);
  const lists = [
    await server.callOk('listReferrals', { query: { size: 100 } }, bearer),
    await server.callOk('filterReferrals', { query: { name, size: 100 } }, bearer),
    await server.callOk('listWorklist', { body: { size: 100 } }, bearer),
    await server.callOk('listWorklist', { body: { q: name, size: 100 } }, bearer),
  ];
  const shown = lists.map(({ items }) => items.find(({ _id }) => _id === id));
  return [...shown, await server.callOk('getReferral', { params: { id } }, bearer)].map(
    (item) => item?.note_count,
  );
}
const everywhere = (count: number) => Array.from({ length: 5 }, () => count);

it('counts the intake note and the dated ones together, and nothing else', async () => {
  const person = await file();
  const other = await file('Prefers mornings.');
  expect(await countsOf(person)).toEqual(everywhere(0));
  expect(await countsOf(other)).toEqual(everywhere(1));
  // Two events that are no notes.
  await update(person.id, { status: 'Processed', notes: 'Prefers evenings.' });
  expect(await countsOf(person)).toEqual(everywhere(1));
  await addNote(person.id);
  await addNote(person.id);
  expect(await countsOf(person)).toEqual(everywhere(3));
  await update(person.id, { notes: '' });
  expect(await countsOf(person)).toEqual(everywhere(2));
  expect(await countsOf(other)).toEqual(everywhere(1));
});

it('counts each of several notes that are added at once', async () => {
  const person = await file('First.');
  await Promise.all(Array.from({ length: 8 }, () => addNote(person.id)));
  expect(await countsOf(person)).toEqual(everywhere(9));
});

it('is the number of notes that the caller can read', async () => {
  const person = await file('Prefers mornings.');
  await addNote(person.id);
  const input = { params: { id: person.id } };
  for (const by of ['superuser', 'manager'] as const) {
    const { events } = await server.callOk('getHistory', input, fixtures.bearer(by));
    const dated = events.filter(({ kind }) => kind === 'note').length;
    expect(await countsOf(person, by)).toEqual(everywhere(dated + 1));
  }
  const { items } = await server.callOk(
    'listWorklist',
    { body: { size: 100 } },
    fixtures.bearer('limited'),
  );
  expect(items.map(({ _id }) => _id)).not.toContain(person.id);
});

it('counts the intake note of a held referral', async () => {
  const id = await createHeldReferral(fixtures);
  const { items } = await server.callOk('listHeld', { query: { size: 100 } }, head());
  const found = items.find(({ _id }) => _id === id);
  expect(found?.note_count).toBe(found?.notes ? 1 : 0);
});
