import { LENGTHS } from '../../../contract/constants';
import { bodyIssue, InvalidFieldsError } from '../../plugins/errors';
import type { Settings } from '../../settings';
import { isWeakSecret } from '../../weakSecret';
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
  // Shorter context words, such as the product's name, leave enough other characters at this length.
  const isGuessed = isGuessable(password, [BRAND_NAME, SUPERUSER_EMAIL]);
  if (isLengthValid && !isGuessed && !isWeakSecret(password)) return;
  throw new Error(
    `SUPERUSER_PASSWORD is too weak for the first super user. Set one of ${minLength} to ${LENGTHS.passwordMax} characters that is neither a pattern nor common words alone, such as the brand or the e-mail, or remove it to have one generated.`,
  );
}

/**
 * Refuses a new password that is shorter than PASSWORD_MIN_LENGTH or easy to guess.
 * @param field the body field that holds the password
 * @param context the person's email and name
 * @throws InvalidFieldsError
 */
export function refuseWeakPassword(
  settings: Settings,
  field: 'password' | 'new_pass',
  password: string,
  context: readonly string[],
): void {
  const minLength = settings.PASSWORD_MIN_LENGTH;
  if (password.length < minLength) {
    throw new InvalidFieldsError([
      bodyIssue(field, `Must have at least ${minLength} characters`, 'string_too_short'),
    ]);
  }
  if (isGuessable(password, [settings.BRAND_NAME, 'referral', ...context])) {
    throw new InvalidFieldsError([
      bodyIssue(field, 'Is too easy to guess. Please choose another', 'password_guessable'),
    ]);
  }
}
