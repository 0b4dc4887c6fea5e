/**
 * No answer to anybody outside of the program comes from elsewhere than contract/disclosure.ts: over all calls, by everybody who can
 * file a referral, with and without a consent that names them. The person's own card is the exception (tests/contract/ownReferral.test.ts).
 */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AnyCallName, allCalls, type CallInput } from '../../contract/calls';
import { account } from '../../server/db/schema';
import { askForConsentOf, fileAsGuest, signedOnPaper } from '../support/consentFixtures';
import { createFixtures, type Fixtures, referralBody } from '../support/fixtures';
import { settleAttempts } from '../support/pastRows';
import { report } from '../support/report';
import { startTestServer, type TestServer } from '../support/testServer';
import { bearerFor, markAsOurs } from './callInputs';
import { addOutsideSite, addReader, findTarget, inputsOn, type Target } from './outsideReaders';

let server: TestServer;
let fixtures: Fixtures;
let searched = 0;
const head = () => fixtures.bearer('superuser');

beforeAll(async () => {
  server = await startTestServer();
  fixtures = await createFixtures(server);
  await markAsOurs(server, fixtures);
});
afterAll(async () => {
  await server.close();
  report('answers outside of the program searched', searched);
});

const NAMES = Object.keys(allCalls) as AnyCallName[];
/** The calls that show referrals outside. */
const ANSWERS: readonly AnyCallName[] = [
  'listReferrals',
  'filterReferrals',
  'listWorklist',
  'listFiled',
];

/** What staff know of the referral, as it is on the wire. */
const SECRETS = {
  status: '"Declined Services"',
  'why it ended': '"moved"',
  'a sentence beside the reason': 'Secretly ended',
  'the outcome of an attempt': '"notNow"',
  'the note of an attempt': 'Secretly rang',
  'a note': 'Secretly noted',
  'its owner': 'Secret Owner',
  'who is asked about it': 'Secret Referrer',
  'whom else it names': 'Secret Aunt',
  'a corrected name': 'Secretname',
  'a corrected number': '099-8877',
  'the digits of it': '0998877',
  'a corrected birth date': '1999-01-01',
  'how to reach the person': 'Secretly after three',
};

/** Stores all that of a referral. */
async function work(id: string): Promise<void> {
  const owner = await addReader(fixtures, 'SUPERUSER', []);
  const referrer = await addReader(fixtures, 'MANAGER', [fixtures.sites.own]);
  for (const [one, fullname] of [
    [owner, SECRETS['its owner']],
    [referrer, SECRETS['who is asked about it']],
  ] as const)
    await server.db.update(account).set({ fullname }).where(eq(account.id, one.id));
  const attempt = { id, channel: 'call', whom: 'person', outcome: 'notNow' } as const;
  const corrected = {
    ...referralBody(fixtures.sites.own),
    id,
    first_name: SECRETS['a corrected name'],
    contact_number: `(555) ${SECRETS['a corrected number']}`,
    dob: SECRETS['a corrected birth date'],
    reach_note: SECRETS['how to reach the person'],
  };
  await server.callOk(
    'addContactAttempt',
    { body: { ...attempt, note: SECRETS['the note of an attempt'] } },
    head(),
  );
  await settleAttempts(server.db, id);
  await server.callOk('addNote', { body: { id, text: SECRETS['a note'] } }, head());
  await server.callOk('correctReferral', { body: corrected }, head());
  await server.callOk('assignOwner', { body: { id, owner: owner.id } }, head());
  await server.callOk(
    'assignReferral',
    { body: { referral_id: id, user_id: referrer.id } },
    head(),
  );
  await agree(id, { kind: 'person', name: SECRETS['whom else it names'] }, 'outcome');
  const end_note = SECRETS['a sentence beside the reason'];
  const ended = { id, status: 'Declined Services', end_reason: 'moved', end_note } as const;
  await server.callOk('saveReferral', { body: ended }, head());
}

type Asked = CallInput<'askConsent'>['body'];
async function agree(id: string, recipient: Asked['recipient'], level: Asked['level']) {
  const consent = await askForConsentOf(fixtures, id, { recipient, level });
  await server.callOk('signConsentOnPaper', { body: signedOnPaper(consent) }, head());
}

/** What is said to the one who filed, by the level of the consent that names them. */
const SAID = { none: 'callUs', received: 'received', reached: 'talked', outcome: 'declined' };
type Level = keyof typeof SAID;
const LEVELS = Object.keys(SAID) as Level[];

/** Tries every call on a referral. Returns what names it, by the call, and what says one of the secrets. */
async function tryAll(target: Target, names: readonly string[], bearer: string | undefined) {
  const naming = new Map<AnyCallName, unknown[]>();
  const leaks: string[] = [];
  for (const name of NAMES) {
    for (const input of await inputsOn(name, fixtures, target)) {
      const own = name === 'changePassword' ? await bearerFor(name, fixtures, 'manager') : bearer;
      const { text, headers, body } = await server.call(name, input, own);
      const shown = `${text} ${JSON.stringify(headers)}`;
      for (const [what, secret] of Object.entries(SECRETS))
        if (shown.includes(secret)) leaks.push(`${name} says ${what}`);
      if (names.some((one) => shown.includes(one)))
        naming.set(name, [...(naming.get(name) ?? []), body]);
      searched += 1;
    }
  }
  return { naming, leaks };
}

const ROLES = ['MANAGER', 'ADMIN', 'SITE_USER', 'REFERRAL'] as const;

describe.each(ROLES)('to a %s who filed', (role) => {
  it.each(LEVELS)('every call says what a consent lets through, and no more: %s', async (level) => {
    const site = await addOutsideSite(fixtures);
    const reader = await addReader(fixtures, role, role === 'MANAGER' ? [site] : []);
    const body = referralBody(site);
    const { _id, tracking_id } = await server.callOk('addReferral', { body }, reader.access);
    await work(_id);
    if (level !== 'none') await agree(_id, { kind: 'account', account: reader.id }, level);
    const target = await findTarget(fixtures, _id);
    const names = [_id, tracking_id, body.last_name, target.consent, target.attempt];
    const { naming, leaks } = await tryAll(target, names, reader.access);
    expect(leaks).toEqual([]);
    expect(new Set(naming.keys())).toEqual(new Set(role === 'MANAGER' ? ANSWERS : ['listFiled']));
    const pages = [...naming.values()].flat() as { items: { _id: string; answer: string }[] }[];
    const said = pages.map(({ items }) => items.find((one) => one._id === _id)?.answer);
    expect(new Set(said)).toEqual(new Set([SAID[level]]));
  });
});

describe('to a guest who filed', () => {
  it.each(LEVELS)('every call says what a consent lets through, and no more: %s', async (level) => {
    const { id, body, reference, code, birth_year } = await fileAsGuest(fixtures);
    await work(id);
    if (level !== 'none') await agree(id, { kind: 'guest' }, level);
    const target = await findTarget(fixtures, id);
    const names = [id, reference, code, body.last_name, target.consent, target.attempt];
    const { naming, leaks } = await tryAll(target, names, undefined);
    expect(leaks).toEqual([]);
    expect([...naming.keys()]).toEqual([]);
    const three = { reference, code, birth_year };
    const found = await server.call('lookUp', { body: three });
    expect(found.body).toMatchObject({ result: 'answer', sentence: SAID[level] });
    const secrets = Object.values(SECRETS).filter((secret) => found.text.includes(secret));
    expect(secrets).toEqual([]);
  });
});

it('staff read all of that', async () => {
  const { _id: id } = await server.callOk(
    'addReferral',
    { body: referralBody(fixtures.sites.own) },
    head(),
  );
  await work(id);
  const calls = ['getReferral', 'getHistory', 'getConsents'] as const;
  const shown = await Promise.all(
    calls.map((name) => server.call(name, { params: { id } }, head())),
  );
  const { text } = await server.call('listWorklist', { body: { q: 'secretname' } }, head());
  const all = [text, ...shown.map((one) => one.text)].join(' ');
  const missing = Object.entries(SECRETS).filter(([, secret]) => !all.includes(secret));
  expect(missing.map(([what]) => what)).toEqual(['the digits of it']);
});
