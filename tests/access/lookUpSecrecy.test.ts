/**
 * The look-up tells the holder of a receipt nothing of what became of a referral, and anybody else not whether there is one: by no
 * byte, header or size of its answers, and by no statement that it runs.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallInput } from '../../contract/calls';
import { askForConsentOf, fileAsGuest, signedOnPaper } from '../support/consentFixtures';
import { createFixtures, type Fixtures } from '../support/fixtures';
import { startTestServer, type TestServer } from '../support/testServer';
import { markAsOurs } from './callInputs';
import { FATES, observe } from './outsideReaders';

let server: TestServer;
let fixtures: Fixtures;

beforeAll(async () => {
  server = await startTestServer();
  fixtures = await createFixtures(server);
  await markAsOurs(server, fixtures);
  await observeLookUp((await file()).three);
});
afterAll(() => server.close());

type Three = CallInput<'lookUp'>['body'];

let guests = 0;

/** Files a referral as a guest who gives a name, from an address of their own. */
async function file() {
  guests += 1;
  const from = `100.64.${guests}.1`;
  const { id, body, ...three } = await fileAsGuest(fixtures, {}, from);
  const send = () => server.call('addGuestReferral', { body, from });
  return { id, three, text: (await send()).text, send };
}

const observeLookUp = (body: Three) => observe(server, 'lookUp', { body }, undefined);

async function consentForGuest(id: string, byPhone: boolean) {
  const consent = await askForConsentOf(fixtures, id, { recipient: { kind: 'guest' } });
  const body = { ...signedOnPaper(consent), by_phone_only: byPhone };
  await server.callOk('signConsentOnPaper', { body }, fixtures.bearer('superuser'));
  return consent;
}

/** What may happen to a guest's referral without letting the look-up say more. */
const GUEST_FATES: typeof FATES = {
  ...FATES,
  'asked about': (_fixtures, id) => askForConsentOf(fixtures, id, { recipient: { kind: 'guest' } }),
  'told by phone alone': (_fixtures, id) => consentForGuest(id, true),
  'no longer told': async (_fixtures, id) => {
    const body = { consents: [await consentForGuest(id, false)], how: 'On the phone' };
    await server.callOk('endConsents', { body }, fixtures.bearer('superuser'));
  },
  'told, then deleted': async ({ bearer }, id) => {
    await consentForGuest(id, false);
    await server.callOk('deleteReferral', { body: { id } }, bearer('superuser'));
  },
};

let serial = 0;
/** A reference that no referral has, each tried once. */
const absentReference = () => `R-0000-${String((serial += 1)).padStart(4, '0')}`;

describe.each(Object.keys(GUEST_FATES))('of a referral that is %s', (fate) => {
  it('the right three get the answer as before, and wrong ones what they get of none', async () => {
    const { id, three, text, send } = await file();
    const other = await file();
    const before = await observeLookUp(three);
    expect(before.text).toContain('"callUs"');
    await GUEST_FATES[fate]?.(fixtures, id);
    expect(await observeLookUp(three)).toEqual(before);
    expect((await send()).text).toBe(text);

    const none = await observeLookUp({ ...three, reference: absentReference() });
    expect(none.text).toContain('"noMatch"');
    expect(none.statements).toEqual(before.statements);
    const wrong: Record<string, Partial<Three>> = {
      year: { birth_year: '2006' },
      code: { code: '0000-0000-0000-0000' },
      'code of another': { code: other.three.code },
    };
    for (const [what, changes] of Object.entries(wrong)) {
      expect({ what, ...(await observeLookUp({ ...three, ...changes })) }).toEqual({
        what,
        ...none,
      });
    }
  });
});

it('after too many tries a known reference gets what an unknown one gets', async () => {
  const { three } = await file();
  const observeSixth = async (tried: Three) => {
    for (let tries = 0; tries < 5; tries += 1) await observeLookUp({ ...tried, code: 'x' });
    return observeLookUp(tried);
  };
  const unknown = await observeSixth({ ...three, reference: absentReference() });
  expect(unknown.text).toContain('"tooManyTries"');
  expect(await observeSixth(three)).toEqual(unknown);
});
