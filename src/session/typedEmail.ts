/**
 * The email typed at Login, for 'Forgot Password'. In memory only: an address, or the state of the browser's history, would outlive
 * the page.
 */
let typed = '';

export const readTypedEmail = (): string => typed;

export function keepTypedEmail(email: string): void {
  typed = email.trim();
}
