/** What the page to sign on needs, from the dialog that hands the device over: in memory alone, so that a reload loses it. */
import type { Language } from '../../contract/languages';
import type { Signer } from '../../contract/consent';
import type { LanguageTexts } from '../i18n/useAllTexts';
import type { SignedConsent } from './ConsentWords';

export interface HandedOver {
  /** The one-time token. */
  readonly token: string;
  /** When it stops working, milliseconds since 1970. */
  readonly until: number;
  readonly signer: Signer;
  readonly form: SignedConsent;
  /** In every language, and the one that the page begins with. */
  readonly texts: readonly LanguageTexts[];
  readonly language: Language;
}

let handed: HandedOver | null = null;

/** Keeps what was handed over until the page is left. */
export function setHandedOver(next: HandedOver | null): void {
  handed = next;
}

/** What was handed over on this page load; null if nothing is. */
export const getHandedOver = (): HandedOver | null => handed;
