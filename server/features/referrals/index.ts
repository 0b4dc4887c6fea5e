/** Referrals: filing, lists, records, bulk changes, duplicates. What other features may use. */
export { type NewReferral, newTrackingId, toNewReferral } from './filing/rules';
export { hasRestoredConsents } from './consent/consents';
export { lookUp } from './receipts/lookUp';
export { rollUpCounters } from './list/counters';
export { MAX_COUNTED } from './list/found';
