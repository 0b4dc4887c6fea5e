/** Consents and guests' receipts in the tests' database. */
import { eq } from 'drizzle-orm';
import type { CallInput } from '../../contract/calls';
import { addDays } from '../../contract/calendarDays';
import { referral } from '../../server/db/schema';
import { type Fixtures, referralBody, signIn, unique } from './fixtures';
import { SUPERUSER } from './superuser';

/** A consent that is asked for, to tell a person by name whether the referred person was reached. */
export const newConsent = (
  id: string,
  changes: Partial<CallInput<'askConsent'>['body']> = {},
): CallInput<'askConsent'>['body'] => ({
  id,
  recipient: { kind: 'person', name: unique('Aunt Rosa') },
  level: 'reached',
  purpose: 'At the request of the person',
  ...changes,
});

/** The paper that a person signed a while ago, with the usual ending. */
export const signedOnPaper = (
  consent: string,
  changes: Partial<CallInput<'signConsentOnPaper'>['body']> = {},
): CallInput<'signConsentOnPaper'>['body'] => ({
  consent,
  person_name: 'Sample Person',
  signer: 'person',
  signed_on: addDays(new Date().toISOString().slice(0, 10), -1),
  last_day: null,
  paper_place: 'Cabinet B',
  witness: 'M. Torres',
  ...changes,
});

/** Hands a device over for a consent of a new referral, by a session of its own, and returns its token. */
export async function handOver(fixtures: Fixtures, changes: Asked = {}) {
  const asked = await askForConsent(fixtures, changes);
  const { access } = await signIn(fixtures.server, SUPERUSER.email, SUPERUSER.password);
  const body = { consent: asked.consent };
  const { token } = await fixtures.server.callOk('handOverConsent', { body }, access);
  return { ...asked, token, access };
}

type Yes = Extract<CallInput<'answerConsent'>['body'], { answer: 'yes' }>;

/** The 'yes' of the one to whom a device was handed over. */
export const signedOnScreen = (token: string, changes: Partial<Yes> = {}): Yes => ({
  token,
  answer: 'yes',
  name: 'Sample Person',
  last_day: null,
  ...changes,
});

type Asked = Partial<CallInput<'askConsent'>['body']>;

/** Asks for a consent of a new referral. */
export async function askForConsent(fixtures: Fixtures, changes: Asked = {}) {
  const { server, sites } = fixtures;
  const head = fixtures.bearer('superuser');
  const body = referralBody(sites.own);
  const id = changes.id ?? (await server.callOk('addReferral', { body }, head))._id;
  return { id, consent: await askForConsentOf(fixtures, id, changes) };
}

/** Asks for a consent of a referral, and returns its id. */
export async function askForConsentOf(
  { server, bearer }: Fixtures,
  id: string,
  changes: Asked = {},
): Promise<string> {
  const head = bearer('superuser');
  await server.callOk('askConsent', { body: newConsent(id, changes) }, head);
  const { consents } = await server.callOk('getConsents', { params: { id } }, head);
  const asked = consents.toSorted((one, other) => (one.asked.at < other.asked.at ? 1 : -1));
  return asked[0]?.id ?? '';
}

/** Adds a consent that is in force, of a new referral. */
export async function createConsent(fixtures: Fixtures, changes: Asked = {}) {
  const asked = await askForConsent(fixtures, changes);
  const body = signedOnPaper(asked.consent);
  await fixtures.server.callOk('signConsentOnPaper', { body }, fixtures.bearer('superuser'));
  return asked;
}

/**
 * Files a referral as a guest who gives a name. Returns its id beside what the receipt shows.
 * @param from the guest's network address, if it matters
 */
export async function fileAsGuest(
  { server, sites }: Fixtures,
  changes: Partial<CallInput<'addGuestReferral'>['body']> = {},
  from?: string,
) {
  const body = referralBody(sites.own, { guest_name: unique('Noah Wilkens'), ...changes });
  const input = { body, ...(from && { from }) };
  const { tracking_id = '', code = '' } = await server.callOk('addGuestReferral', input);
  const [row] = await server.db
    .select({ id: referral.id })
    .from(referral)
    .where(eq(referral.tracking_id, tracking_id));
  return { body, id: row?.id ?? '', reference: tracking_id, code, birth_year: '2005' };
}

/** That a guest has named what they need for a new code. */
export const renewalOf = (id: string): CallInput<'renewReceipt'>['body'] => ({
  id,
  reference: true,
  guest_name: true,
  birth_date: true,
});
