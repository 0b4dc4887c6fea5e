import { bodyIssue, InvalidFieldsError } from '../../plugins/errors';
import type { Settings } from '../../settings';
import { isGuessable } from './passwords';

/**
 * Refuses a new password that is shorter than the provider wants, or that anyone would try first.
 * @param field the field of the body it came in
 * @param context the person's e-mail and name
 * @throws InvalidFieldsError
 */
export function refuseGuessable(
  settings: Settings,
  field: 'password' | 'new_pass',
  password: string,
  context: readonly string[],
): void {
  const shortest = settings.PASSWORD_MIN_LENGTH;
  if (password.length < shortest) {
    throw new InvalidFieldsError([
      bodyIssue(field, `Must have at least ${shortest} characters`, 'string_too_short'),
    ]);
  }
  if (isGuessable(password, [settings.BRAND_NAME, 'referral', ...context])) {
    throw new InvalidFieldsError([
      bodyIssue(field, 'Is too easy to guess. Please choose another', 'password_guessable'),
    ]);
  }
}
