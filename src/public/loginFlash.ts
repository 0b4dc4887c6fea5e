/** Message shown on the login page after a redirect. Passed in the router's state, never in the URL. */
interface LoginFlash {
  readonly news: 'passwordReset';
}

/** The router state after a new password was chosen. */
export const AFTER_PASSWORD_RESET: LoginFlash = { news: 'passwordReset' };

/** Whether the router state is AFTER_PASSWORD_RESET; it may be anything. */
export function comesFromPasswordReset(state: unknown): boolean {
  return (
    typeof state === 'object' &&
    state !== null &&
    'news' in state &&
    state.news === AFTER_PASSWORD_RESET.news
  );
}
