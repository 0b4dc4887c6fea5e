import { type Feature, FEATURES } from '../../../contract/calls/extras';
import type { Settings } from '../../settings';
import { canConfirmEmails } from '../auth/emailConfirmation';

/** Lists the features beyond the specification that this server offers with its settings. */
export const listFeatures = (settings: Settings): Feature[] =>
  FEATURES.filter((feature) => feature !== 'mailboxProof' || canConfirmEmails(settings));
