/** Every kind of email. Its texts are under `letters` in the language files. */
import { CONFIRM_LINK_DAYS } from '../../../contract/constants';
import type { NewsAction } from '../../../contract/newsLinks';

/** Seconds until a mailed link expires: `reset` sets a new password, `confirm` confirms an email or sets the first password. */
export const LINK_LIFE = { reset: 30 * 60, confirm: CONFIRM_LINK_DAYS * 24 * 60 * 60 } as const;

interface KindOptions {
  /** The page that the email's link opens (src/app/routes.ts); absent if the event has it. */
  readonly page?: string;
  /** Whether the link contains a token that sets a password. */
  readonly hasToken?: true;
  /** Whether a new email of this kind replaces the account's unsent ones. */
  readonly replacesUnsent?: true;
  /** Seconds until the link expires or the content is outdated, if the email must not be sent after that. */
  readonly life?: number;
  /** Whether nothing in the email may tell who the provider is or what it does (server/settings/newsSender.ts). */
  readonly isNeutral?: true;
}

export const EMAILS = {
  approved: { page: '/login' },
  registeredAlready: { page: '/login' },
  passwordChanged: { page: '/forgot-password' },
  loginStopped: { page: '/forgot-password' },
  resetLink: {
    page: '/reset-password',
    hasToken: true,
    replacesUnsent: true,
    life: LINK_LIFE.reset,
  },
  // All its links stay valid, so that a stranger who registers the address repeatedly cannot lock out its owner.
  confirmEmail: { page: '/confirm-email', hasToken: true },
  setPassword: { page: '/confirm-email', hasToken: true, replacesUnsent: true },
  // Several assignments in a row make one email.
  assigned: { page: '/admin', replacesUnsent: true },
  // Its numbers are those of one morning.
  morning: { page: '/today', replacesUnsent: true, life: 12 * 60 * 60 },
  // Several in a row make one email. Its link is `page` of the event.
  news: { replacesUnsent: true, isNeutral: true },
  // Not `hasToken`: its token sets no password.
  confirmNews: { page: '/mails', isNeutral: true },
  // Several accounts in a row make one email.
  superuserActivated: { page: '/audit', replacesUnsent: true },
  // Never queued: sent while its recipient waits (testDelivery.ts).
  test: { page: '/' },
} as const satisfies Record<string, KindOptions>;

export type EmailKind = keyof typeof EMAILS;

type TokenKind = {
  [Kind in EmailKind]: (typeof EMAILS)[Kind] extends { hasToken: true } ? Kind : never;
}[EmailKind];

/** The event that an email is about. */
export type EmailEvent =
  /** @property token as mailed; it is stored only as its hash */
  | { readonly kind: TokenKind; readonly token: string }
  /** @property counts the numbers of the texts, by the name of their placeholder */
  | { readonly kind: 'morning'; readonly counts: Readonly<Record<string, number>> }
  /** @property newsToken of the link that stops these emails; @property page where the answer is */
  | { readonly kind: 'news'; readonly newsToken: string; readonly page: string }
  /** @property newsToken of the link that proves the address */
  | { readonly kind: 'confirmNews'; readonly newsToken: string }
  | { readonly kind: Exclude<EmailKind, TokenKind | 'morning' | 'news' | 'confirmNews'> };

const OPTIONS: Readonly<Record<string, KindOptions | undefined>> = EMAILS;

/** Returns the options of a kind; none for a kind that only a newer version knows. */
export const emailOptions = (kind: string): Partial<KindOptions> => OPTIONS[kind] ?? {};

/** The paths of links in emails about news. The token is in the fragment, which browsers send to no server. */
export const newsLink = (action: NewsAction, token: string): string =>
  `${EMAILS.confirmNews.page}#${action}=${token}`;

/** The pages whose addresses contain a token. */
export const TOKEN_PAGES: ReadonlySet<string> = new Set(
  Object.values(EMAILS).flatMap((options) => ('hasToken' in options ? [options.page] : [])),
);
