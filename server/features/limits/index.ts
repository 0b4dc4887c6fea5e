/** Rate limits per network and per account. What other features may use. */
export { createKeyedHmac, type Hmac } from './hmac';
export {
  allowanceOf,
  areGuestsHeld,
  countGuest,
  EXCEEDS_GUESTS,
  exceedsLookUps,
  exceedsVisitorEmails,
  guestKey,
  networkKeys,
} from './limits';
