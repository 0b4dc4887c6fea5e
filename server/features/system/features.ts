import { type Feature, FEATURES } from '../../../contract/calls/extras';
import type { Settings } from '../../settings';
import { canProveMailbox } from '../auth/mailboxProof';

/** What this server offers beyond the specification, as it is set up. */
export const featuresOf = (settings: Settings): Feature[] =>
  FEATURES.filter((feature) => feature !== 'mailboxProof' || canProveMailbox(settings));
