/** Asking for consents, signing them on paper, ending and confirming them (docs/decisions/0079-consents.md). */
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { AllCalls } from '../../../../contract/calls';
import { dayIn } from '../../../../contract/calendar';
import { addDays } from '../../../../contract/calendarDays';
import { CONSENT_MAX_DAYS, type ConsentElement, consentState } from '../../../../contract/consent';
import type { FollowUpRules } from '../../../../contract/nextStep';
import { can } from '../../../../contract/permissions';
import { CONSENT_REFUSALS, type ConsentEnding } from '../../../../contract/staffConstants';
import type { Database } from '../../../db/database';
import { account, consent, receipt, referral } from '../../../db/schema';
import { isAnyOf } from '../../../db/statements/parameters';
import { bodyIssue, ConflictError, InvalidFieldsError, NotFoundError } from '../../../http/errors';
import type { Caller } from '../../access';
import { requireActing } from '../acting';
import { type ConsentRow, readFacts, toConsentFacts } from '../consentFacts';
import type { ReferralRow } from '../events';
import { readNow } from '../now';
import { isVisible } from '../visibility';

type Body<Name extends 'askConsent' | 'signConsentOnPaper' | 'endConsents'> = z.output<
  AllCalls[Name]['body']
>;

/**
 * @param id a value, or a query for it
 * @throws NotFoundError if the referral is missing, out of the caller's scope or held
 */
async function lockReferral(db: Database, caller: Caller, id: string | SQL): Promise<ReferralRow> {
  const [row] = await db
    .select()
    .from(referral)
    .where(and(eq(referral.id, id), isVisible(caller)))
    .for('no key update');
  if (!row) throw new NotFoundError();
  return row;
}

/**
 * Asks for a consent.
 * @param id its own id
 * @param discloser who may tell, as the paper has it
 * @throws NotFoundError if the referral is missing or out of the caller's scope
 * @throws ForbiddenError if the caller may not work on it
 * @throws InvalidFieldsError if the account is none that the caller may name
 */
export async function askConsent(
  db: Database,
  caller: Caller,
  id: string,
  discloser: string,
  { id: referralId, recipient, level, purpose, may_revoke_from }: Body<'askConsent'>,
): Promise<void> {
  const row = await lockReferral(db, caller, referralId);
  await requireActing(db, caller, [row.id]);
  const isProbation = recipient.kind === 'probation';
  if (may_revoke_from && !isProbation)
    throw new InvalidFieldsError([
      bodyIssue('may_revoke_from', 'Is only for probation or a court'),
    ]);
  const named = await readRecipient(db, caller, row, recipient);
  await db.insert(consent).values({
    id,
    referral_id: row.id,
    asked_by: caller.accountId,
    recipient_kind: recipient.kind,
    recipient_name: named.name,
    recipient_account_id: named.accountId,
    recipient_address: named.address,
    level,
    purpose,
    discloser,
    may_revoke_from: may_revoke_from || null,
  });
}

function readRecipient(
  db: Database,
  caller: Caller,
  row: ReferralRow,
  recipient: Body<'askConsent'>['recipient'],
): Promise<{ name: string; accountId: string | null; address: string | null }> {
  if (recipient.kind === 'account') return findRecipient(db, caller, row, recipient.account);
  if (recipient.kind === 'guest') return findGuest(db, row);
  const { name, address } = recipient;
  return Promise.resolve({ name, accountId: null, address: address || null });
}

/** Finds the guest who filed a referral, whom a consent may name only by the name that they gave. */
async function findGuest(db: Database, row: ReferralRow) {
  const [found] = await db
    .select({ name: receipt.guest_name })
    .from(receipt)
    .where(eq(receipt.referral_id, row.id));
  if (!found?.name) throw new InvalidFieldsError([bodyIssue('recipient', 'Gave no name')]);
  return { name: found.name, accountId: null, address: null };
}

/** Finds an account that a consent may name: the one that filed; for who may read accounts, any active one. */
async function findRecipient(db: Database, caller: Caller, row: ReferralRow, id: string) {
  const isAllowed = row.created_by === id || can(caller.role, 'account.list');
  const [found] = isAllowed
    ? await db
        .select({ name: account.fullname, accountId: account.id })
        .from(account)
        .where(and(eq(account.id, id), eq(account.state, 'active')))
        .for('key share')
    : [];
  if (!found) throw new InvalidFieldsError([bodyIssue('recipient', 'Is no active account')]);
  return { ...found, address: null };
}

/**
 * Locks a consent and its referral, which the caller may see.
 * @throws NotFoundError if it is missing or its referral is out of the caller's scope, deleted or held
 */
export async function lockConsent(db: Database, caller: Caller, id: string) {
  const isIt = sql`${consent.id}::text = ${id}`;
  // One statement, so that whether there is a consent out of the caller's scope makes no difference.
  const ofConsent = sql`(select ${consent.referral_id} from ${consent} where ${isIt})`;
  const referralRow = await lockReferral(db, caller, ofConsent);
  const [row] = await db.select().from(consent).where(isIt).for('no key update');
  if (!row) throw new NotFoundError();
  return { row, referralRow };
}

/** Which field of the paper each element is that it can lack. */
const FIELDS: Readonly<Partial<Record<ConsentElement, string>>> = {
  personName: 'person_name',
  lastDay: 'last_day',
  signature: 'signer',
  signedOn: 'signed_on',
  age: 'signer',
};

/**
 * Enters that a consent was signed on paper. It is in force from then on.
 * @returns the id of the referral
 * @throws ConflictError if it is signed already, or has ended
 * @throws InvalidFieldsError if an element of § 2.31 is missing, another person would have to sign, or it is over already
 */
export async function signOnPaper(
  db: Database,
  caller: Caller,
  rules: FollowUpRules,
  { consent: id, ...paper }: Body<'signConsentOnPaper'>,
): Promise<string> {
  const { row, referralRow } = await lockConsent(db, caller, id);
  await requireActing(db, caller, [referralRow.id]);
  if (row.ended_at) throw new ConflictError(CONSENT_REFUSALS.ended);
  if (row.signed_on) throw new ConflictError(CONSENT_REFUSALS.signed);
  const today = dayIn(rules.timeZone, await readNow(db));
  const signed = {
    person_name: paper.person_name,
    signature: 'paper' as const,
    signer: paper.signer,
    signer_name: paper.signer === 'guardian' ? (paper.signer_name ?? null) : null,
    signed_on: paper.signed_on,
    last_day: paper.last_day ?? addDays(paper.signed_on, CONSENT_MAX_DAYS),
    ends_after_closing: paper.last_day === null,
    by_phone_only: paper.by_phone_only ?? false,
    paper_place: paper.paper_place,
    witness: paper.witness,
    entered_by: caller.accountId,
  };
  if (paper.signed_on > today)
    throw new InvalidFieldsError([bodyIssue('signed_on', 'Must not be in the future')]);
  await putInForce(db, rules, row, signed);
  return referralRow.id;
}

/**
 * Stores the signature of a consent whose referral is locked.
 * @throws InvalidFieldsError if an element of § 2.31 is missing, another person would have to sign, it is over already, or it is for
 *   the phone alone but names no guest
 */
export async function putInForce(
  db: Database,
  rules: FollowUpRules,
  row: ConsentRow,
  signed: Partial<ConsentRow>,
): Promise<void> {
  if (signed.by_phone_only && row.recipient_kind !== 'guest')
    throw new InvalidFieldsError([bodyIssue('by_phone_only', 'Is only for the guest who filed')]);
  const facts = (await readFacts(db, rules, [row.referral_id])).get(row.referral_id);
  if (!facts) throw new NotFoundError();
  const state = consentState(toConsentFacts({ ...row, ...signed }), facts);
  if (state.kind === 'asked') {
    const issues = state.lacks.map((element) =>
      bodyIssue(FIELDS[element] ?? element, MISSING[element] ?? 'Is missing'),
    );
    throw new InvalidFieldsError(issues);
  }
  if (state.kind === 'ended') throw new InvalidFieldsError([bodyIssue('last_day', 'Is over')]);
  await db.update(consent).set(signed).where(eq(consent.id, row.id));
}

/** What is wrong with an element that a paper lacks. */
const MISSING: Readonly<Partial<Record<ConsentElement, string>>> = {
  lastDay: 'Must be at most a year after the signature',
  age: 'Is not who signs at this age',
};

/**
 * Ends consents. It needs no reason, and is possible at every site. What has ended already stays as it ended; what was only asked for
 * is declined.
 * @returns the ids of the referrals
 * @throws NotFoundError if one of the consents is missing, or the caller may not see its referral
 */
export async function endConsents(
  db: Database,
  caller: Caller,
  { consents, how }: Body<'endConsents'>,
): Promise<string[]> {
  const rows = await db
    .select({ id: consent.id, referralId: consent.referral_id })
    .from(consent)
    .innerJoin(referral, eq(referral.id, consent.referral_id))
    .where(and(isAnyOf(sql`${consent.id}::text`, consents), isVisible(caller)))
    .orderBy(consent.id)
    .for('no key update', { of: consent });
  if (rows.length < new Set(consents).size) throw new NotFoundError();
  await endLockedConsents(db, caller, consents, how);
  return [...new Set(rows.map(({ referralId }) => referralId))];
}

/**
 * Ends consents that are locked, and that the caller may end.
 * @param how how the person said so, as staff note it; null if they ended it themselves
 */
export async function endLockedConsents(
  db: Database,
  caller: Caller,
  consents: readonly string[],
  how: string | null,
): Promise<void> {
  const endingOf = (to: ConsentEnding) => sql`${to}::text`;
  await db
    .update(consent)
    .set({
      ended_at: sql`clock_timestamp()`,
      ending: sql`case when ${consent.signed_on} is null then ${endingOf('declined')} else ${endingOf('revoked')} end`,
      ended_by: caller.accountId,
      end_note: how,
    })
    .where(and(isAnyOf(sql`${consent.id}::text`, consents), isNull(consent.ended_at)));
}

/**
 * Confirms that a consent still counts although its recipient's account was renamed or deactivated, or its referral was deleted.
 * @returns the id of the referral
 * @throws ConflictError if it has ended
 */
export async function confirmConsent(db: Database, caller: Caller, id: string): Promise<string> {
  const { row, referralRow } = await lockConsent(db, caller, id);
  await requireActing(db, caller, [referralRow.id]);
  if (row.ended_at) throw new ConflictError(CONSENT_REFUSALS.ended);
  const [recipient] = row.recipient_account_id
    ? await db
        .select({ name: account.fullname, state: account.state })
        .from(account)
        .where(eq(account.id, row.recipient_account_id))
        .for('share')
    : [];
  // What is not active reads nothing, and would be suspended by nothing once it is active again.
  const isGone = recipient !== undefined && recipient.state !== 'active';
  if (isGone) throw new InvalidFieldsError([bodyIssue('consent', 'Its account is not active')]);
  await db
    .update(consent)
    .set({
      suspensions: row.suspensions.filter((suspension) => suspension === 'restored'),
      ...(recipient && { confirmed_name: recipient.name }),
    })
    .where(eq(consent.id, row.id));
  return referralRow.id;
}

/** Condition: it waits for a super user since the data were restored. */
const isRestored = and(sql`'restored' = any(${consent.suspensions})`, isNull(consent.ended_at));

/** Whether consents do not count since the data were restored, until a super user confirms them. */
export async function hasRestoredConsents(db: Database): Promise<boolean> {
  const rows = await db.select({ id: consent.id }).from(consent).where(isRestored).limit(1);
  return rows.length > 0;
}

/** Confirms all consents that are suspended since the data were restored. What is suspended for another reason, too, stays so. */
export async function confirmRestored(db: Database): Promise<string[]> {
  const rows = await db
    .update(consent)
    .set({ suspensions: sql`array_remove(${consent.suspensions}, 'restored')` })
    .where(isRestored)
    .returning({ id: consent.referral_id });
  return [...new Set(rows.map(({ id }) => id))];
}
