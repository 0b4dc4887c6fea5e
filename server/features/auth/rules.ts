import type { Issue } from '../../../contract/calls/call';
import { LENGTHS } from '../../../contract/constants';
import { bodyIssue } from '../../http/errors';
import type { Settings } from '../../settings/settings';
import { isWeakFirstPassword } from '../../settings/weakSecret';
import { isGuessable } from './passwords';

/** Stricter than for other accounts: the first super user sees every referral, and the password was stored in a file. */
const FIRST_PASSWORD_MIN = 15;

/**
 * Refuses a weak SUPERUSER_PASSWORD. Called only at the first start, because later starts ignore the setting.
 * @throws Error with a message for the operator
 */
export function refuseWeakFirstPassword(settings: Settings): void {
  const { SUPERUSER_PASSWORD: password, SUPERUSER_EMAIL, BRAND_NAME } = settings;
  if (password === undefined) return;
  const minLength = Math.max(FIRST_PASSWORD_MIN, settings.PASSWORD_MIN_LENGTH);
  const isLengthValid = password.length >= minLength && password.length <= LENGTHS.passwordMax;
  const context = [BRAND_NAME, SUPERUSER_EMAIL];
  const isGuessed = isGuessable(password, context);
  if (isLengthValid && !isGuessed && !isWeakFirstPassword(password, context)) return;
  throw new Error(
    `SUPERUSER_PASSWORD is too weak for the first super user. Set one of ${minLength} to ${LENGTHS.passwordMax} characters that is neither a pattern nor made of common words, such as the brand or the e-mail (\`openssl rand -base64 24\` prints a good one), or remove it to have one generated.`,
  );
}

/** A body field that holds a new password. */
export type PasswordField = 'password' | 'new_pass';

/**
 * Returns the issues of a new password: shorter than PASSWORD_MIN_LENGTH, or easy to guess.
 * @param context the person's email and name, and the names of the sites
 */
export function findPasswordIssues(
  settings: Pick<Settings, 'PASSWORD_MIN_LENGTH' | 'BRAND_NAME'>,
  field: PasswordField,
  password: string,
  context: readonly string[],
): Issue[] {
  const minLength = settings.PASSWORD_MIN_LENGTH;
  if (password.length < minLength) {
    return [bodyIssue(field, `Must have at least ${minLength} characters`, 'string_too_short')];
  }
  return isGuessable(password, [settings.BRAND_NAME, 'referral', ...context])
    ? [bodyIssue(field, 'Is too easy to guess. Please choose another', 'password_guessable')]
    : [];
}
