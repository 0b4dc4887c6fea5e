/** What the login page has to say to who was sent there. Travels in the router's state, never in the address. */
interface LoginNews {
  readonly news: 'passwordReset';
}

/** The router state of who has just chosen a new password. */
export const AFTER_PASSWORD_RESET: LoginNews = { news: 'passwordReset' };

/** Reads the state back; anything else in it is not ours. */
export function comesFromPasswordReset(state: unknown): boolean {
  return (
    typeof state === 'object' &&
    state !== null &&
    'news' in state &&
    state.news === AFTER_PASSWORD_RESET.news
  );
}
