/** The checklist of the first day. */
import type { SetupStep } from '../../../contract/staffConstants';
import type { Setup } from '../../../contract/entities/setup';
import { DEFAULT_BRAND_NAME, type Settings } from '../../settings/settings';
import type { Progress } from './progress';

/** Derives the checklist and its completed steps from the data and the settings. */
export function listSteps(settings: Settings, progress: Progress): Setup {
  const missing = listMissing({
    BRAND_NAME: settings.BRAND_NAME !== DEFAULT_BRAND_NAME,
    SUPPORT_PHONE: settings.SUPPORT_PHONE !== '',
    // Links in emails and on posters begin with it.
    PUBLIC_URL: settings.GIVEN_URL !== '',
  });
  const missingMail = listMissing({ SMTP_URL: settings.SMTP_URL !== undefined });
  return {
    dismissed: progress.isDismissed,
    steps: [
      step('sites', progress.hasSite),
      step('settings', true, missing),
      step('mail', progress.isEmailTested, missingMail),
      step('manager', progress.hasColleague),
      step('referral', progress.hasReferral),
      step('poster', progress.isPosterPrinted),
    ],
  };
}

/** A step without its settings is not done. */
const step = (code: SetupStep, isDone: boolean, missing: string[] = []) => ({
  code,
  done: isDone && missing.length === 0,
  missing,
});

const listMissing = (isSet: Partial<Record<keyof Settings, boolean>>) =>
  Object.entries(isSet).flatMap(([name, given]) => (given ? [] : [name]));
