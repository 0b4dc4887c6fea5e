/** Those outside of the program, what becomes of the referrals that they filed, and what they may try on one. */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { AnyCallName } from '../../contract/calls';
import type { Role } from '../../contract/constants';
import { REFERRAL_STATUSES } from '../../contract/staffConstants';
import { addAccount } from '../../server/features/accounts/registrations';
import { askForConsentOf, signedOnPaper } from '../support/consentFixtures';
import {
  type Fixtures,
  PASSWORD,
  referralBody,
  signIn,
  unique,
  uniqueEmail,
} from '../support/fixtures';
import { settleAttempts } from '../support/pastRows';
import type { PreparedAccounts } from '../support/preparedAccounts';
import { recordStatements } from '../support/recordedStatements';
import type { AnyInput, TestServer } from '../support/testServer';
import { inputFor, newAttempt } from './callInputs';
import { createRecordReferences } from './recordReferences';

/** Adds an account without access to the program, and signs it in. */
export async function addReader({ server }: Fixtures, role: Role, siteIds: readonly string[]) {
  const id = randomUUID();
  const username = uniqueEmail();
  const passwordHash = await server.app.passwords.hashNow(PASSWORD);
  const fullname = unique('Reader');
  await addAccount(server.db, {
    id,
    fullname,
    username,
    passwordHash,
    role,
    state: 'active',
    siteIds,
  });
  return { id, fullname, access: (await signIn(server, username)).access };
}

/** Adds a site that is marked as outside. */
export async function addOutsideSite({ server, bearer }: Fixtures): Promise<string> {
  const head = bearer('superuser');
  const { _id } = await server.callOk('addSite', { body: { name: unique('Outside') } }, head);
  const body = { _id, mark: 'outside' as const, response_days: null };
  await server.callOk('markSite', { body }, head);
  return _id;
}

/** A consent of a referral that is in force for somebody else than the one who filed. */
const consentOf = async (fixtures: Fixtures, id: string) => {
  const consentId = await askForConsentOf(fixtures, id);
  const body = signedOnPaper(consentId);
  await fixtures.server.callOk('signConsentOnPaper', { body }, fixtures.bearer('superuser'));
  return consentId;
};

/** What staff may do with a referral, and what may happen to it. None of it may be noticed outside without a consent. */
export const FATES: Readonly<Record<string, (fixtures: Fixtures, id: string) => Promise<unknown>>> =
  {
    processed: ({ server, bearer }, id) =>
      server.callOk('updateReferral', { body: { id, status: 'Processed' } }, bearer('superuser')),
    declined: ({ server, bearer }, id) =>
      server.callOk(
        'saveReferral',
        {
          body: {
            id,
            status: 'Declined Services',
            end_reason: 'moved',
            end_note: 'Kept apart.',
          },
        },
        bearer('superuser'),
      ),
    'asked for more': ({ server, bearer }, id) =>
      server.callOk(
        'updateReferral',
        { body: { id, status: 'More Info Needed' } },
        bearer('superuser'),
      ),
    called: async ({ server, bearer }, id) => {
      const body = { ...newAttempt(id), outcome: 'wantsServices' as const };
      await server.callOk('addContactAttempt', { body }, bearer('superuser'));
      await settleAttempts(server.db, id);
    },
    noted: ({ server, bearer }, id) =>
      server.callOk('addNote', { body: { id, text: 'She wants to come.' } }, bearer('superuser')),
    owned: ({ server, bearer, people }, id) =>
      server.callOk(
        'assignOwner',
        { body: { id, owner: people.superuser.id } },
        bearer('superuser'),
      ),
    assigned: ({ server, bearer, people }, id) =>
      server.callOk(
        'assignReferral',
        { body: { user_id: people.manager.id, referral_id: id } },
        bearer('superuser'),
      ),
    'corrected and moved': async ({ server, bearer, sites }, id) => {
      const body = { ...referralBody(sites.other), id, first_name: 'Zoë', dob: '1999-01-01' };
      await server.callOk(
        'correctReferral',
        {
          body: {
            ...body,
            contact_number: '(555) 987-6543',
            sex: 'Male',
            substance: ['Opioid-related'],
          },
        },
        bearer('superuser'),
      );
    },
    deleted: ({ server, bearer }, id) =>
      server.callOk('deleteReferral', { body: { id } }, bearer('superuser')),
    'put back': async ({ server, bearer }, id) => {
      await server.callOk('deleteReferral', { body: { id } }, bearer('superuser'));
      await server.callOk('putBackReferral', { body: { id, note: 'Why.' } }, bearer('superuser'));
    },
    'changed with others': ({ server, bearer }, id) =>
      server.callOk(
        'changeReferrals',
        { body: { action: 'status', status: 'Processed', items: [{ id }] } },
        bearer('superuser'),
      ),
    'deleted with others': async ({ server, bearer }, id) => {
      await server.db.execute(sql`update referral set hold_reason = 'flood' where id = ${id}`);
      const body = { action: 'delete' as const, items: [{ id }] };
      await server.callOk('changeReferrals', { body }, bearer('superuser'));
    },
    held: ({ server }, id) =>
      server.db.execute(sql`update referral set hold_reason = 'flood' where id = ${id}`),
    'given a login': ({ server, bearer }, referral) =>
      server.callOk(
        'registerReferral',
        {
          body: {
            fullname: 'Robin',
            username: uniqueEmail(),
            password: PASSWORD,
            schools: [],
            referral,
            holder: 'person',
          },
        },
        bearer('superuser'),
      ),
    'told to somebody else': consentOf,
    'no longer told to somebody else': async (fixtures, id) => {
      const body = { consents: [await consentOf(fixtures, id)], how: 'On the phone' };
      await fixtures.server.callOk('endConsents', { body }, fixtures.bearer('superuser'));
    },
  };

/** The id of nothing. */
export const ABSENT_ID = '00000000-0000-4000-8000-000000000000';

/** What somebody outside may try on a referral that they filed. */
export interface Target {
  readonly id: string;
  readonly consent: string;
  readonly attempt: string;
}

/** The ids of a referral, and of a consent and a contact attempt of it, which nobody outside learns. */
export async function findTarget({ server }: Fixtures, id: string): Promise<Target> {
  const { rows } = (await server.db.execute(sql`
    select (select id::text from consent where referral_id = ${id} limit 1) as consent,
      (select id::text from contact_attempt where referral_id = ${id} limit 1) as attempt`)) as {
    rows: { consent: string | null; attempt: string | null }[];
  };
  return { id, consent: rows[0]?.consent ?? ABSENT_ID, attempt: rows[0]?.attempt ?? ABSENT_ID };
}

/** What the filters of a list may ask for, of a referral of `referralBody`. */
interface Filter {
  readonly [name: string]: string | number;
}
const FILTERS: readonly Filter[] = [
  {},
  { size: 1, page: 2 },
  { name: 'robin sample' },
  { name: 'Zoë' },
  { contact_number: '010-2030' },
  { contact_number: '987-6543' },
  { gender: 'Other' },
  { gender: 'Male' },
  { referral_status: 'Received. Please call us.' },
  { referral_status: 'Pending' },
  { referral_status: 'Processed' },
  { referral_status: 'Declined Services' },
  { referral_status: 'More Info Needed' },
  { referred_by: 'Reader' },
];
/** What only the body of a list can ask for. */
const BODY_FILTERS: readonly Filter[] = [
  { q: 'robin' },
  { q: 'zoe' },
  { q: '02/28/2005' },
  { q: '01/01/1999' },
  { owner: 'nobody' },
  { end_reason: 'moved' },
  { substance: 'Alcohol-related' },
  { substance: 'Opioid-related' },
];
const LISTS: Readonly<Partial<Record<AnyCallName, readonly AnyInput[]>>> = {
  listReferrals: FILTERS.map((query) => ({ query })),
  filterReferrals: FILTERS.map((query) => ({ query })),
  listWorklist: [...FILTERS, ...BODY_FILTERS]
    .filter(({ referral_status: status = 'Pending' }) =>
      (REFERRAL_STATUSES as readonly (string | number)[]).includes(status),
    )
    .map((body) => ({ body })),
  listFiled: [...FILTERS, ...BODY_FILTERS].map((body) => ({ body })),
};

/** Every way in which a call is tried on a referral: by each part that takes an id, with each filter, or once. */
export async function inputsOn(
  name: AnyCallName,
  fixtures: Fixtures,
  target: Target,
): Promise<readonly AnyInput[]> {
  const lists = LISTS[name];
  if (lists) return lists;
  const { server } = fixtures;
  const accounts = {} as PreparedAccounts;
  const get = () => ({ server, fixtures, accounts, assignable: target.id });
  const references = createRecordReferences(get).REFERENCES.filter(({ call }) => call === name);
  if (references.length === 0) return [await inputFor(name, fixtures)];
  return references.map(({ part, input }) => {
    if (part.startsWith('consent')) return input(target.consent);
    return input(name === 'strikeContactAttempt' ? target.attempt : target.id);
  });
}

const TOKENS = /(?:eyJ|v1\.)[\w.-]+/g;
/** What is new in each answer of a call, whatever became of a referral. */
const NEW: Readonly<Partial<Record<AnyCallName, RegExp>>> = {
  login: TOKENS,
  changePassword: TOKENS,
  addGuestReferral: /(?:\w{4}-)+\w{4}/g,
};
/** Headers that differ between any two answers. */
const NEW_HEADERS = ['date', 'x-request-id', 'set-cookie'];
const isNew = (name: AnyCallName, header: string) =>
  NEW_HEADERS.includes(header) || (header === 'content-length' && NEW[name] !== undefined);

/** All that a call shows its caller: status, headers with the size, and text; and the statements that it runs. */
export async function observe(
  server: TestServer,
  name: AnyCallName,
  input: AnyInput,
  bearer: string | undefined,
) {
  const call = () => server.call(name, input, bearer);
  const { result, sent } = await recordStatements(call);
  return {
    status: result.status,
    headers: Object.entries(result.headers).filter(([header]) => !isNew(name, header)),
    text: result.text.replaceAll(NEW[name] ?? /$^/g, 'new'),
    statements: sent.map(({ text }) => text),
  };
}
