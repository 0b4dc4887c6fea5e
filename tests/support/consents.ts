import type { ConsentFacts } from '../../contract/consent';

/** A consent that is in force on the day after it was signed, for a person of 16. */
export const SIGNED_CONSENT: ConsentFacts = {
  id: 'c1',
  personName: 'Malik Marmoham',
  discloser: 'Staff of Bright Path',
  level: 'reached',
  recipientKind: 'account',
  recipientName: 'Noah Wilekins',
  recipientAccountId: 'a1',
  purpose: 'At the request of the person',
  lastDay: '2027-12-04',
  endsAfterClosing: true,
  signature: 'typed',
  signer: 'person',
  signedOn: '2026-12-04',
  hasEnded: false,
  isSuspended: false,
};
