/** A consent that the person signs on a device that staff hand over. */
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dayIn } from '../../contract/calendar';
import { addDays } from '../../contract/calendarDays';
import { CONSENT_MAX_DAYS } from '../../contract/consent';
import { CONSENT_REFUSALS, SIGNING_MINUTES } from '../../contract/staffConstants';
import { account, consent, referral } from '../../server/db/schema';
import {
  askForConsent,
  createConsent,
  fileAsGuest,
  handOver,
  signedOnPaper,
  signedOnScreen,
} from '../support/consentFixtures';
import { createFixtures, type Fixtures, PASSWORD, signIn } from '../support/fixtures';
import { SUPERUSER } from '../support/superuser';
import { startTestServer, type TestServer } from '../support/testServer';

let server: TestServer;
let fixtures: Fixtures;
const head = () => fixtures.bearer('superuser');
const today = () => dayIn(server.app.settings.TIME_ZONE, new Date());
const bornBefore = (years: number, days: number) => {
  const day = addDays(today(), -days);
  return `${Number(day.slice(0, 4)) - years}${day.slice(4)}`.replace('-02-29', '-02-28');
};
const REFUSED = { status: 400, body: { detail: CONSENT_REFUSALS.notHandedOver } };

beforeAll(async () => {
  server = await startTestServer();
  fixtures = await createFixtures(server);
});
afterAll(() => server.close());

type Answer = ReturnType<typeof signedOnScreen>;
const answer = (body: Answer | { token: string; answer: 'no' }) =>
  server.call('answerConsent', { body });
async function readConsent(id: string) {
  const { consents } = await server.callOk('getConsents', { params: { id } }, head());
  return consents[0];
}
const rowOf = async (id: string) =>
  (await server.db.select().from(consent).where(eq(consent.id, id)))[0];
const setReferral = (id: string, values: Partial<typeof referral.$inferInsert>) =>
  server.db.update(referral).set(values).where(eq(referral.id, id));
/** As if the device had been handed over earlier. */
const moveHandOver = (id: string, minutes: number) =>
  server.db
    .update(consent)
    .set({ handed_over_at: sql`clock_timestamp() - make_interval(mins => ${minutes})` })
    .where(eq(consent.id, id));

it('ends the session that hands the device over, and no other', async () => {
  const { consent: asked } = await askForConsent(fixtures);
  const here = await signIn(server, SUPERUSER.email, SUPERUSER.password);
  const elsewhere = await signIn(server, SUPERUSER.email, SUPERUSER.password);
  await server.callOk('handOverConsent', { body: { consent: asked } }, here.access);
  expect((await server.call('countReferrals', {}, here.access)).status).toBe(401);
  expect((await server.call('refresh', {}, here.refresh)).status).toBe(401);
  expect((await server.call('countReferrals', {}, elsewhere.access)).status).toBe(200);
});

it('keeps the session if nothing is handed over', async () => {
  const { consent: signed } = await createConsent(fixtures);
  const { access } = await signIn(server, SUPERUSER.email, SUPERUSER.password);
  const refused = await server.call('handOverConsent', { body: { consent: signed } }, access);
  expect(refused).toMatchObject({ status: 409, body: { detail: CONSENT_REFUSALS.signed } });
  const { id, consent: asked } = await askForConsent(fixtures);
  await setReferral(id, { dob: '2999-01-01' });
  const unknown = await server.call('handOverConsent', { body: { consent: asked } }, access);
  expect(unknown.status).toBe(422);
  await setReferral(id, { dob: bornBefore(16, 1) });
  const body = { consents: [asked], how: 'On the phone' };
  await server.callOk('endConsents', { body }, access);
  const ended = await server.call('handOverConsent', { body: { consent: asked } }, access);
  expect(ended).toMatchObject({ status: 409, body: { detail: CONSENT_REFUSALS.ended } });
  expect((await server.call('countReferrals', {}, access)).status).toBe(200);
});

it('is not for a manager at a site that is not ours', async () => {
  const { consent: asked } = await askForConsent(fixtures);
  const { username } = fixtures.people.manager;
  const { access } = await signIn(server, username, PASSWORD);
  const refused = await server.call('handOverConsent', { body: { consent: asked } }, access);
  expect([403, 404]).toContain(refused.status);
  expect((await rowOf(asked))?.token_hash).toBeNull();
});

it('puts the consent in force, with the name as shown and as typed', async () => {
  const { id, consent: asked, token } = await handOver(fixtures);
  const drawing: [number, number][][] = [
    [
      [0, 0],
      [600, 160],
    ],
    [[5, 7]],
  ];
  expect(await answer(signedOnScreen(token, { name: ' Sam Sample ', drawing }))).toMatchObject({
    status: 200,
    body: { detail: 'ok' },
  });
  const [filed] = await server.db.select().from(referral).where(eq(referral.id, id));
  expect(await readConsent(id)).toMatchObject({
    id: asked,
    state: 'inForce',
    last_day: addDays(today(), CONSENT_MAX_DAYS),
    ends_after_closing: true,
    signed: {
      person_name: `${filed?.first_name} ${filed?.last_name}`,
      how: 'drawn',
      signer: 'person',
      signer_name: null,
      typed_name: 'Sam Sample',
      drawing,
      on: today(),
      place: null,
      witness: null,
      by: expect.any(String),
    },
  });
});

it('is typed without a drawing, and may have a last day', async () => {
  const { id, token } = await handOver(fixtures);
  const last_day = addDays(today(), 20);
  expect((await answer(signedOnScreen(token, { last_day }))).status).toBe(200);
  expect(await readConsent(id)).toMatchObject({
    state: 'inForce',
    last_day,
    ends_after_closing: false,
    signed: { how: 'typed', drawing: null },
  });
});

it.each([
  ['yesterday', -1],
  ['more than a year away', CONSENT_MAX_DAYS + 1],
])('refuses a last day that is %s, and takes another', async (_name, days) => {
  const { token } = await handOver(fixtures);
  const refused = await answer(signedOnScreen(token, { last_day: addDays(today(), days) }));
  expect(refused).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['body', 'last_day'] }] },
  });
  expect((await answer(signedOnScreen(token))).status).toBe(200);
});

it('is for the phone alone only if it names the guest who filed', async () => {
  const { consent: asked, token } = await handOver(fixtures);
  const refused = await answer(signedOnScreen(token, { by_phone_only: true }));
  expect(refused).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['body', 'by_phone_only'] }] },
  });
  expect((await rowOf(asked))?.signed_on).toBeNull();
});

it('under 12, who may sign for the child signs', async () => {
  const { id, consent: asked } = await askForConsent(fixtures);
  await setReferral(id, { dob: bornBefore(11, 1) });
  const { access } = await signIn(server, SUPERUSER.email, SUPERUSER.password);
  const body = { consent: asked };
  const { token } = await server.callOk('handOverConsent', { body }, access);
  expect((await answer(signedOnScreen(token, { name: 'Ana Sample' }))).status).toBe(200);
  expect(await readConsent(id)).toMatchObject({
    state: 'inForce',
    signed: { signer: 'guardian', signer_name: 'Ana Sample', typed_name: 'Ana Sample' },
  });
});

it('notes a no, and nothing else', async () => {
  const { id, token } = await handOver(fixtures);
  const no = { token, answer: 'no' as const };
  expect((await answer(no)).status).toBe(200);
  expect(await readConsent(id)).toMatchObject({
    state: 'ended',
    signed: null,
    ended: { ending: 'declined', by: null, note: null },
  });
  expect((await answer(no)).status).toBe(200);
  expect(await answer(signedOnScreen(token))).toMatchObject(REFUSED);
});

it('works once: a repeat changes nothing, another answer is refused', async () => {
  const { id } = await fileAsGuest(fixtures);
  const asking = { id, recipient: { kind: 'guest' as const } };
  const { consent: asked, token } = await handOver(fixtures, asking);
  const yes = signedOnScreen(token, { drawing: [[[1, 2]]] });
  expect((await answer(yes)).status).toBe(200);
  const stored = await rowOf(asked);
  expect((await answer(yes)).status).toBe(200);
  expect((await answer({ ...yes, by_phone_only: false })).status).toBe(200);
  for (const change of [
    { name: 'Somebody Else' },
    { by_phone_only: true },
    { last_day: addDays(today(), 20) },
    { last_day: addDays(today(), CONSENT_MAX_DAYS) },
    { drawing: undefined },
    { drawing: [[[1, 3]]] as [number, number][][] },
  ])
    expect(await answer({ ...yes, ...change })).toMatchObject(REFUSED);
  expect(await answer({ token, answer: 'no' })).toMatchObject(REFUSED);
  expect(await rowOf(asked)).toEqual(stored);
  // Stopped since: a repeat does not say that it counts.
  const body = { consents: [asked], how: 'In person' };
  await server.callOk('endConsents', { body }, head());
  expect(await answer(yes)).toMatchObject(REFUSED);
  expect((await rowOf(asked))?.ending).toBe('revoked');
});

it('with a last day is repeated by the same one alone', async () => {
  const { token } = await handOver(fixtures);
  const yes = signedOnScreen(token, { last_day: addDays(today(), 20) });
  expect((await answer(yes)).status).toBe(200);
  expect((await answer(yes)).status).toBe(200);
  for (const last_day of [null, addDays(today(), 21)])
    expect(await answer({ ...yes, last_day })).toMatchObject(REFUSED);
});

it('stores the hash of the token alone', async () => {
  const { consent: asked, token } = await handOver(fixtures);
  const row = await rowOf(asked);
  expect(JSON.stringify(row)).not.toContain(token);
  expect(row?.token_hash).toMatch(/^[0-9a-f]{64}$/);
  expect(server.log()).not.toContain(token);
});

it('the last one handed over counts', async () => {
  const { consent: asked, token } = await handOver(fixtures);
  const { access } = await signIn(server, SUPERUSER.email, SUPERUSER.password);
  const again = await server.callOk('handOverConsent', { body: { consent: asked } }, access);
  expect(await answer(signedOnScreen(token))).toMatchObject(REFUSED);
  expect((await answer(signedOnScreen(again.token))).status).toBe(200);
});

it('lasts 15 minutes', async () => {
  const { consent: asked, token } = await handOver(fixtures);
  await moveHandOver(asked, SIGNING_MINUTES);
  expect(await answer(signedOnScreen(token))).toMatchObject(REFUSED);
  expect(await answer({ token, answer: 'no' })).toMatchObject(REFUSED);
  await moveHandOver(asked, SIGNING_MINUTES - 1);
  expect((await answer(signedOnScreen(token))).status).toBe(200);
});

it.each<[string, (handed: Awaited<ReturnType<typeof handOver>>) => Promise<unknown>]>([
  ['the referral was deleted', ({ id }) => setReferral(id, { deleted_at: new Date() })],
  ['the referral was held', ({ id }) => setReferral(id, { hold_reason: 'flood' })],
  ['the birth date says another signer', ({ id }) => setReferral(id, { dob: bornBefore(11, 1) })],
  ['the birth date is not known any more', ({ id }) => setReferral(id, { dob: '2999-01-01' })],
  [
    'it was signed on paper',
    ({ consent: asked }) =>
      server.callOk('signConsentOnPaper', { body: signedOnPaper(asked) }, head()),
  ],
  [
    'the person said no elsewhere',
    ({ consent: asked }) =>
      server.callOk('endConsents', { body: { consents: [asked], how: 'Called' } }, head()),
  ],
])('is refused, and changes nothing, once %s', async (_name, change) => {
  const handed = await handOver(fixtures);
  await change(handed);
  const before = await rowOf(handed.consent);
  expect(await answer(signedOnScreen(handed.token))).toMatchObject(REFUSED);
  expect(await rowOf(handed.consent)).toEqual(before);
});

it('is refused once the account that handed over is deactivated', async () => {
  const handed = await handOver(fixtures);
  const by = eq(account.username, SUPERUSER.email);
  await server.db.update(account).set({ state: 'deactivated' }).where(by);
  const refused = await answer(signedOnScreen(handed.token));
  await server.db.update(account).set({ state: 'active' }).where(by);
  expect(refused).toMatchObject(REFUSED);
});

it.each([
  ['no name', { name: ' ' }],
  ['a point outside of the field', { drawing: [[[601, 0]]] }],
  ['a line without a point', { drawing: [[]] }],
  ['a fraction', { drawing: [[[0.5, 0]]] }],
])('refuses a signature with %s', async (_name, changes) => {
  const { consent: asked, token } = await handOver(fixtures);
  const refused = await answer(signedOnScreen(token, changes as object));
  expect(refused.status).toBe(422);
  expect((await rowOf(asked))?.signed_on).toBeNull();
});

it('a token that never was is refused alike', async () => {
  expect(await answer(signedOnScreen('planted-token'))).toMatchObject(REFUSED);
  expect((await answer(signedOnScreen(''))).status).toBe(400);
});
