/** Who may know of a referral, what each of them hears, and what was said (docs/decisions/0079-consents.md). */
import { and, desc, eq, isNull } from 'drizzle-orm';
import { consentState, lastDayOf, signerOn } from '../../../../contract/consent';
import { disclose, type DisclosureReader } from '../../../../contract/disclosure';
import type { Asker, Consent, Consents } from '../../../../contract/entities/consent';
import type { FollowUpRules } from '../../../../contract/nextStep';
import type { Database } from '../../../db/database';
import { account, consent, referral } from '../../../db/schema';
import { isAnyOf } from '../../../db/statements/parameters';
import type { Caller } from '../../access';
import {
  type ConsentRow,
  endingOf,
  readFacts,
  recipientReader,
  type ReferralFacts,
  toConsentFacts,
} from '../consentFacts';
import { isVisible } from '../visibility';
import { readLedger } from './ledger';
import { findOthersOfPerson } from './ofPerson';

type Names = ReadonlyMap<string, { readonly fullname: string; readonly language: string | null }>;
type Filer = Consents['filer'];

/** Reads them; null if the caller may not see the referral. */
export async function readConsents(
  db: Database,
  caller: Caller,
  rules: FollowUpRules,
  id: string,
): Promise<Consents | null> {
  const [found] = await db
    .select({ filer: { id: account.id, fullname: account.fullname } })
    .from(referral)
    .leftJoin(account, eq(account.id, referral.created_by))
    .where(and(eq(referral.id, id), isVisible(caller)));
  const facts = (await readFacts(db, rules, [id])).get(id);
  if (!found || !facts) return null;
  const names = await findNames(db, facts.rows);
  const consents = facts.rows.map((row) => toConsent(row, facts, names));
  return {
    consents: [...consents.filter(isRunning), ...consents.filter((one) => !isRunning(one))],
    signer: signerOn(facts.birthDate, facts.today),
    askers: findAskers(facts, found.filer, names),
    filer: found.filer,
    told_level: facts.chosenLevel,
    told: await readLedger(db, [id]),
    others: await findOthers(db, caller, rules, id),
  };
}

const isRunning = ({ state }: Pick<Consent, 'state'>) => state !== 'ended';

async function findNames(db: Database, rows: readonly ConsentRow[]): Promise<Names> {
  const ids = rows.flatMap(({ asked_by, entered_by, ended_by, recipient_account_id }) =>
    [asked_by, entered_by, ended_by, recipient_account_id].filter((one) => one !== null),
  );
  const people = await db
    .select({ id: account.id, fullname: account.fullname, language: account.language })
    .from(account)
    .where(isAnyOf(account.id, ids));
  return new Map(people.map((one) => [one.id, one]));
}

function toConsent(row: ConsentRow, facts: ReferralFacts, names: Names): Consent {
  const asFacts = toConsentFacts(row);
  const state = consentState(asFacts, facts);
  const nameOf = (accountId: string | null) => names.get(accountId ?? '')?.fullname ?? null;
  return {
    id: row.id,
    recipient: {
      kind: row.recipient_kind,
      name: row.recipient_name,
      account: row.recipient_account_id,
      address: row.recipient_address,
      language: names.get(row.recipient_account_id ?? '')?.language ?? null,
    },
    level: row.level,
    purpose: row.purpose,
    may_revoke_from: row.may_revoke_from,
    // Without an account, the guest who filed.
    asked: {
      at: row.asked_at.toISOString(),
      by: row.asked_by === null ? row.recipient_name : nameOf(row.asked_by),
    },
    signed:
      row.signed_on === null
        ? null
        : {
            person_name: row.person_name ?? '',
            how: row.signature ?? '',
            signer: row.signer ?? '',
            signer_name: row.signer_name,
            on: row.signed_on,
            place: row.paper_place,
            witness: row.witness,
            typed_name: row.typed_name,
            drawing: row.drawing,
            by: nameOf(row.entered_by),
          },
    state: state.kind,
    lacks: state.kind === 'asked' ? [...state.lacks] : [],
    last_day: lastDayOf(asFacts, facts.closedOn),
    ends_after_closing: row.ends_after_closing,
    by_phone_only: row.by_phone_only,
    suspensions: row.suspensions,
    ended: toEnding(row, facts, nameOf),
  };
}

/** How it ended; null while it has not. */
function toEnding(
  row: ConsentRow,
  facts: ReferralFacts,
  nameOf: (id: string | null) => string | null,
): Consent['ended'] {
  const ending = row.ending ?? endingOf(row, facts);
  if (!ending) return null;
  return {
    at: row.ended_at?.toISOString() ?? null,
    ending,
    by: nameOf(row.ended_by),
    note: row.end_note,
  };
}

/** What each of those may hear whom a running consent names, and the one who filed. */
function findAskers(facts: ReferralFacts, filer: Filer, names: Names): Asker[] {
  const first: DisclosureReader = filer
    ? { kind: 'account', name: filer.fullname, accountId: filer.id, isFiler: true }
    : { kind: 'guest', name: facts.guestName ?? '', accountId: null, isFiler: true };
  const named = facts.rows
    .filter((row) => row.ended_at === null)
    .map((row) => recipientReader(toConsentFacts(row), facts))
    .filter(({ isFiler }) => !isFiler)
    // An account asks by its present name, whatever an earlier consent has.
    .map((reader) => ({
      ...reader,
      name: names.get(reader.accountId ?? '')?.fullname ?? reader.name,
    }));
  const keyOf = ({ kind, name, accountId }: DisclosureReader) =>
    JSON.stringify([kind, accountId ?? name]);
  const readers = new Map([first, ...named].map((reader) => [keyOf(reader), reader]));
  return Array.from(readers.values(), (reader) => {
    const said = disclose(facts, reader);
    return {
      kind: reader.kind,
      name: reader.name || null,
      is_filer: reader.isFiler,
      sentence: said?.sentence ?? null,
      consent: said?.consentId ?? null,
    };
  });
}

/** Lists the consents of the person's other referrals that have not ended. */
async function findOthers(
  db: Database,
  caller: Caller,
  rules: FollowUpRules,
  id: string,
): Promise<Consents['others']> {
  const ids = await findOthersOfPerson(db, caller, id);
  const rows = await db
    .select({ row: consent, trackingId: referral.tracking_id })
    .from(consent)
    .innerJoin(referral, eq(referral.id, consent.referral_id))
    .where(and(isAnyOf(consent.referral_id, ids), isNull(consent.ended_at)))
    .orderBy(desc(consent.asked_at), desc(consent.id));
  const facts = await readFacts(db, rules, ids);
  return rows
    .map(({ row, trackingId }) => {
      const context = facts.get(row.referral_id);
      return {
        id: row.id,
        tracking_id: trackingId,
        recipient: row.recipient_name,
        state: context ? consentState(toConsentFacts(row), context).kind : 'asked',
      };
    })
    .filter(isRunning);
}
