/** The provider's rules for following up, from the settings. */
import type { FollowUpRules } from '../../../contract/nextStep';
import type { Settings } from '../../settings/settings';

/** RESPONSE_DAYS where it is set, else one business day: the same standard as the public page. */
export const followUpRules = (settings: Settings): FollowUpRules => ({
  timeZone: settings.TIME_ZONE,
  holidays: new Set(settings.HOLIDAYS),
  responseDays: settings.RESPONSE_DAYS || 1,
  failedAttempts: settings.FAILED_ATTEMPTS,
});
