/** Emails about news in the tests' database. */
import { eq } from 'drizzle-orm';
import { referral } from '../../server/db/schema';
import { askForGuest } from '../../server/features/referrals/newsSubscriptions';
import { askForConsentOf } from './consentFixtures';
import { type Fixtures, referralBody, unique, uniqueEmail } from './fixtures';

/**
 * Files a referral as a guest, for whom the server then has an address that is not proved; returns the token of its link. A consent
 * names them, without which the address is deleted within a minute.
 */
export async function createGuestSubscription(fixtures: Fixtures) {
  const { server, sites } = fixtures;
  const body = referralBody(sites.own, { guest_name: unique('Noah Wilkens') });
  const { tracking_id = '' } = await server.callOk('addGuestReferral', { body });
  const [filed] = await server.db
    .select({ id: referral.id })
    .from(referral)
    .where(eq(referral.tracking_id, tracking_id));
  const referralId = filed?.id ?? '';
  await askForConsentOf(fixtures, referralId, { recipient: { kind: 'guest' } });
  const { newsTokens } = server.app;
  const guest = { address: uniqueEmail(), language: null };
  const id = await askForGuest(server.db, newsTokens, referralId, guest);
  return { id, token: newsTokens(id) };
}
