/** The ledger of what was said by consent (42 CFR § 2.25). */
import { sql } from 'drizzle-orm';
import type { LedgerWords } from '../../../contract/disclosure';
import type { DisclosureChannel } from '../../../contract/staffConstants';
import type { Database } from '../../db/database';
import { disclosure } from '../../db/schema';

interface NewDisclosure {
  readonly consentId: string;
  readonly sentence: LedgerWords;
  readonly channel: DisclosureChannel;
  /** The account that gives the answer, or reads it; null for a guest. */
  readonly actorId: string | null;
  /** The recipient's address, if it is known. */
  readonly address: string | null;
}

/** Stores what is about to be said: call it before the answer leaves. A repeat to the same address is counted. */
export async function recordDisclosures(
  db: Database,
  disclosures: readonly NewDisclosure[],
): Promise<void> {
  if (disclosures.length === 0) return;
  const now = sql`clock_timestamp()`;
  await db
    .insert(disclosure)
    .values(
      // In one order, so that two pages at once do not wait for each other.
      disclosures
        .toSorted((one, other) => (one.consentId < other.consentId ? -1 : 1))
        .map(({ consentId, sentence, channel, actorId, address }) => ({
          consent_id: consentId,
          sentence,
          channel,
          actor_id: actorId,
          address: address ?? '',
          first_at: now,
          last_at: now,
        })),
    )
    .onConflictDoUpdate({
      target: [disclosure.consent_id, disclosure.sentence, disclosure.channel, disclosure.address],
      set: {
        last_at: sql`excluded.last_at`,
        actor_id: sql`excluded.actor_id`,
        times: sql`${disclosure.times} + 1`,
      },
    });
}
