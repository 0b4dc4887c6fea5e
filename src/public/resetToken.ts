const PARAMETER = 'reset_token';

/** The token of the reset link in the address bar, or an empty text. */
export function readResetToken(): string {
  return new URLSearchParams(window.location.search).get(PARAMETER) ?? '';
}

/**
 * Takes it out of the address bar and the history, where it must not stay: who has it can choose a new password.
 * @returns the token, from now on in memory only
 */
export function takeResetToken(): string {
  const token = readResetToken();
  if (token) window.history.replaceState(window.history.state, '', window.location.pathname);
  return token;
}
