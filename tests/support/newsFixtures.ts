/** Emails about news in the tests' database. */
import { subscribeGuest } from '../../server/features/referrals/newsSubscriptions';
import { askForConsentOf, fileAsGuest } from './consentFixtures';
import { type Fixtures, uniqueEmail } from './fixtures';

/**
 * Files a referral as a guest, for whom the server then has an address that is not proved; returns the token of its link. A consent
 * names them, without which the address is deleted within a minute.
 */
export async function createGuestSubscription(fixtures: Fixtures) {
  const { server } = fixtures;
  const { id: referralId } = await fileAsGuest(fixtures);
  await askForConsentOf(fixtures, referralId, { recipient: { kind: 'guest' } });
  const { newsTokens } = server.app;
  const guest = { address: uniqueEmail(), language: null };
  const id = await subscribeGuest(server.db, newsTokens, referralId, guest);
  return { id, token: newsTokens(id) };
}
