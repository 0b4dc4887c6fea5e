import { LENGTHS, QUICK_EXIT } from '../../contract/constants';
import {
  IDLE_MINUTES,
  LINK_PATTERN,
  DEFAULT_BRAND_COLOR,
  RESPONSE_DAYS_MAX,
} from '../../contract/settingLimits';
import { phoneHref } from '../../contract/phoneHref';

/**
 * A provider's branding and the API's address, so that one build serves every provider. Our server reads them when it renders a
 * page, which brings them; a page of another host fetches them.
 */
export type Settings = Readonly<ReturnType<typeof readSettings>>;

/**
 * Reads /settings.json.
 * @throws when there are none, or they lack the API's address: nothing works without it
 */
export async function loadSettings(): Promise<Settings> {
  const response = await fetch('/settings.json');
  if (!response.ok) throw new Error(`settings.json: ${response.status}`);
  return readSettings(await response.json());
}

/**
 * Fills in defaults and drops unsafe link addresses.
 * @throws when the API's address is missing
 */
export function readSettings(served: unknown) {
  const given = (typeof served === 'object' && served !== null ? served : {}) as Partial<
    Record<string, unknown>
  >;
  if (typeof given.apiUrl !== 'string') throw new Error('settings.json: apiUrl is missing');
  return {
    /** Base address of the API, such as '/api'. */
    apiUrl: given.apiUrl,
    brandName: readText(given.brandName) || 'Referral Desk',
    /** The provider's colour, as #aabbcc; empty for the product's own. */
    brandColor: readColor(given.brandColor),
    logoUrl: readAddress(given.logoUrl) || '/logo.svg',
    /** Address of the provider's own site, for 'Learn more'; empty hides the link. */
    learnMoreUrl: readAddress(given.learnMoreUrl),
    /** Address behind 'About' in the footer; empty hides the link. */
    aboutUrl: readAddress(given.aboutUrl),
    /** Target of the quick exit: an inconspicuous site. */
    exitUrl: readAddress(given.exitUrl) || QUICK_EXIT.address,
    /** The app's public address, without a trailing slash; empty if not set. */
    publicUrl: readAddress(given.publicUrl).replace(/\/+$/, ''),
    /** Phone number for help; empty if there is none. */
    supportPhone: readText(given.supportPhone),
    /** Its `tel:` address; empty if no phone could call it. */
    supportPhoneHref: phoneHref(readText(given.supportPhone)) ?? '',
    /** When the phone is answered, in English and in Spanish, and where the provider is; each empty if not given. */
    supportHours: readText(given.supportHours),
    supportHoursEs: readText(given.supportHoursEs),
    supportAddress: readText(given.supportAddress),
    /** Business days within which the provider calls a referred person; 0 promises no time. */
    responseDays: readResponseDays(given.responseDays),
    /** The provider's time zone; '' for the browser's, if it is not given. */
    timeZone: readText(given.timeZone),
    /** The provider's own lines of trust, in English and in Spanish; empty for the product's. */
    promiseFree: readText(given.promiseFree),
    promiseFreeEs: readText(given.promiseFreeEs),
    promiseReaders: readText(given.promiseReaders),
    promiseReadersEs: readText(given.promiseReadersEs),
    promiseNext: readText(given.promiseNext),
    promiseNextEs: readText(given.promiseNextEs),
    /** Minimum length of a new password: at least 6 (spec section 9), or more if the provider wants. */
    passwordMinLength: readPasswordLength(given.passwordMinLength),
    /** Idle minutes before a person is signed out; 0 for never. */
    idleMinutes: readIdleMinutes(given.idleMinutes),
    /**
     * What Add Admin User offers as sites. Validated later (readFixedSites), so that visitors do not download the code for it.
     */
    fixedSites: given.fixedSites,
    /** The terms of registration, as plain text in English and in Spanish; empty if there are none yet. */
    termsText: readText(given.termsText),
    termsTextEs: readText(given.termsTextEs),
  };
}

function readText(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

/** Drops anything but a hex colour, as it goes into a style sheet. */
function readColor(value: unknown): string {
  const color = readText(value).toLowerCase();
  return /^#([0-9a-f]{3}){1,2}$/.test(color) && color !== DEFAULT_BRAND_COLOR ? color : '';
}

/** At least the product's minimum; values above the maximum length are ignored. */
function readPasswordLength(value: unknown): number {
  const { passwordMin, passwordMax } = LENGTHS;
  const isUsable = Number.isInteger(value) && Number(value) <= passwordMax;
  return isUsable ? Math.max(passwordMin, Number(value)) : passwordMin;
}

/** An invalid number promises nothing. */
function readResponseDays(value: unknown): number {
  const days = Number(value);
  return Number.isInteger(days) && days > 0 && days <= RESPONSE_DAYS_MAX ? days : 0;
}

/** Falls back to the default: an invalid value must not disable the idle sign-out. */
function readIdleMinutes(value: unknown): number {
  const { usual, max } = IDLE_MINUTES;
  return typeof value === 'number' && value >= 0 && value <= max ? value : usual;
}

/** An address on this site or another; never a `javascript:` or similar one. */
function readAddress(value: unknown): string {
  const address = readText(value);
  return LINK_PATTERN.test(address) ? address : '';
}
