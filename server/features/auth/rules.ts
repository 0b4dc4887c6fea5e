import { LENGTHS } from '../../../contract/constants';
import { bodyIssue, InvalidFieldsError } from '../../plugins/errors';
import type { Settings } from '../../settings';
import { isWeakSecret } from '../../weakSecret';
import { isGuessable } from './passwords';

/** The first super user sees every referral, and the password stood in a file. */
const FIRST_PASSWORD_MIN = 15;

/**
 * Refuses a SUPERUSER_PASSWORD that is weaker than what the forms take. Only the first start asks: one that is left over in the
 * environment is not used any more.
 * @throws Error, in words
 */
export function refuseWeakFirstPassword(settings: Settings): void {
  const { SUPERUSER_PASSWORD: password, SUPERUSER_EMAIL, BRAND_NAME } = settings;
  if (password === undefined) return;
  const shortest = Math.max(FIRST_PASSWORD_MIN, settings.PASSWORD_MIN_LENGTH);
  const isFit = password.length >= shortest && password.length <= LENGTHS.passwordMax;
  // Shorter words take too little of it to matter.
  const isGuessed = isGuessable(password, [BRAND_NAME, SUPERUSER_EMAIL]);
  if (isFit && !isGuessed && !isWeakSecret(password)) return;
  throw new Error(
    `SUPERUSER_PASSWORD is too weak for the first super user. Set one of ${shortest} to ${LENGTHS.passwordMax} characters that is neither a pattern nor common words alone, such as the brand or the e-mail, or remove it to have one generated.`,
  );
}

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
