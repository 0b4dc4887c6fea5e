const PARAMETER = 'reset_token';

/** The reset token in the URL, or an empty string. */
export function readResetToken(): string {
  return new URLSearchParams(window.location.search).get(PARAMETER) ?? '';
}

/**
 * Reads the reset token and removes it from the URL and the history: anyone who has it can choose a new password.
 * @returns the token, from now on only in memory
 */
export function takeResetToken(): string {
  const token = readResetToken();
  if (token) window.history.replaceState(window.history.state, '', window.location.pathname);
  return token;
}
