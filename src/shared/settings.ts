import {
  IDLE_MINUTES,
  LENGTHS,
  LINK_ADDRESS,
  OWN_BRAND_COLOR,
  QUICK_EXIT,
} from '../../contract/constants';
import type { PageData } from '../../contract/page';

/** What a provider shows, and where the API is: read from /settings.json at start, so that one build serves any provider. */
export interface Settings {
  /** Base address of the calls, such as '/api'. */
  readonly apiUrl: string;
  readonly brandName: string;
  /** The provider's colour, as #aabbcc; empty leaves the product's own. */
  readonly brandColor: string;
  readonly logoUrl: string;
  /** Address of the provider's own site, for 'Learn more'; empty hides the link. */
  readonly learnMoreUrl: string;
  /** Address behind 'About' in the footer; empty hides the link. */
  readonly aboutUrl: string;
  /** Where a public page is left for in a hurry: a site nobody asks about. */
  readonly exitUrl: string;
  /** Where people reach the app, without a final slash; empty when the provider has not said so. */
  readonly publicUrl: string;
  /** A number people may call for help; empty when there is none. */
  readonly supportPhone: string;
  /** The shortest password that may be chosen (spec section 9: 6); a provider may want longer ones. */
  readonly passwordMinLength: number;
  /** Minutes without anyone there after which a person is signed out; 0 never does it. */
  readonly idleMinutes: number;
  /** The terms people agree to when they register, as plain text in English and in Spanish; empty when there are none yet. */
  readonly termsText: string;
  readonly termsTextEs: string;
}

/**
 * The settings that came with the page, else fetches them.
 * @throws when none are served, or they do not say where the API is: nothing works then
 */
export async function loadSettings(served?: PageData['settings']): Promise<Settings> {
  if (served) return readSettings(served);
  const response = await fetch('/settings.json');
  if (!response.ok) throw new Error(`settings.json: ${response.status}`);
  return readSettings(await response.json());
}

/** Fills what a provider left out, and drops addresses a link must not have. */
export function readSettings(served: unknown): Settings {
  const given = (typeof served === 'object' && served !== null ? served : {}) as Record<
    keyof Settings,
    unknown
  >;
  if (typeof given.apiUrl !== 'string') throw new Error('settings.json: apiUrl is missing');
  return {
    apiUrl: given.apiUrl,
    brandName: readText(given.brandName) || 'Referral Desk',
    brandColor: readColor(given.brandColor),
    logoUrl: readAddress(given.logoUrl) || '/logo.svg',
    learnMoreUrl: readAddress(given.learnMoreUrl),
    aboutUrl: readAddress(given.aboutUrl),
    exitUrl: readAddress(given.exitUrl) || QUICK_EXIT.address,
    publicUrl: readAddress(given.publicUrl).replace(/\/+$/, ''),
    supportPhone: readText(given.supportPhone),
    passwordMinLength: readPasswordLength(given.passwordMinLength),
    idleMinutes: readIdleMinutes(given.idleMinutes),
    termsText: readText(given.termsText),
    termsTextEs: readText(given.termsTextEs),
  };
}

function readText(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

/** Anything else is left out: it would go into a style sheet. */
function readColor(value: unknown): string {
  const color = readText(value).toLowerCase();
  return /^#([0-9a-f]{3}){1,2}$/.test(color) && color !== OWN_BRAND_COLOR ? color : '';
}

/** Never less than the product asks for, and never what no password could have. */
function readPasswordLength(value: unknown): number {
  const { passwordMin, passwordMax } = LENGTHS;
  const isUsable = Number.isInteger(value) && Number(value) <= passwordMax;
  return isUsable ? Math.max(passwordMin, Number(value)) : passwordMin;
}

/** What is no number of minutes must not leave a screen open for ever. */
function readIdleMinutes(value: unknown): number {
  const { usual, max } = IDLE_MINUTES;
  return typeof value === 'number' && value >= 0 && value <= max ? value : usual;
}

/** An address of this site or another; never `javascript:` and its like. */
function readAddress(value: unknown): string {
  const address = readText(value);
  return LINK_ADDRESS.test(address) ? address : '';
}
