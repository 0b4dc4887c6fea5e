import { type Feature, FEATURES } from '../../../contract/calls/extras';
import type { Settings } from '../../settings';
import { canConfirmEmails } from '../auth/emailConfirmation';

/** What this server offers beyond the specification, as it is set up. */
export const featuresOf = (settings: Settings): Feature[] =>
  FEATURES.filter((feature) => feature !== 'mailboxProof' || canConfirmEmails(settings));
