import type { AuditListFilter } from '../../dataProvider/audit';
import { dayRange } from '../../dataProvider/days';
import type { Option } from '../../ui/useSelectMenu';
import type { AuditState } from '../auditLink';

/** What the filter form of the activity log holds. */
export interface AuditFilterValues {
  /** The account that acted; its label is empty if only the id is known. */
  readonly actor: Option | null;
  /** The tracking ID of the referral concerned. */
  readonly person: string;
  /** The id of the account concerned, which cannot be typed. */
  readonly account: string | null;
  readonly day: string;
  /** Empty for changes and refusals; 'all', or the actions, separated by commas. */
  readonly what: string;
}

export const NO_VALUES: AuditFilterValues = {
  actor: null,
  person: '',
  account: null,
  day: '',
  what: '',
};

/** The values for the router's state, which may hold anything. Whoever asks about one person wants to see everything. */
export function readAuditState(state: unknown): AuditFilterValues {
  const { actor, trackingId, account } = (state ?? {}) as { [K in keyof AuditState]: unknown };
  const values = {
    ...NO_VALUES,
    actor: typeof actor === 'string' ? { value: actor, label: '' } : null,
    person: typeof trackingId === 'string' ? trackingId : '',
    account: typeof account === 'string' ? account : null,
  };
  return values.actor || values.person || values.account ? { ...values, what: 'all' } : values;
}

/** Normalizes the tracking ID, which replaces an account that was given. */
export function parseValues({ person, account, ...others }: AuditFilterValues): AuditFilterValues {
  const trackingId = readTrackingId(person);
  return { ...others, person: trackingId ?? '', account: trackingId ? null : account };
}

/** The data provider's filter. */
export function toFilter({
  actor,
  person,
  account,
  day,
  what,
}: AuditFilterValues): AuditListFilter {
  const about = person || account;
  return {
    ...(actor && { actor: actor.value }),
    ...(about && { person: about }),
    ...dayRange(day),
    ...(what && { what }),
  };
}

const isTrackingId = (person: string) => readTrackingId(person) === person;

/** Whether the log is filtered by the account concerned. */
export const isOfAccount = ({ person }: AuditListFilter): boolean =>
  person !== undefined && !isTrackingId(person);

/**
 * Whether the log is filtered by a tracking ID alone. Filing a referral is a change, so that an empty result means a mistyped ID.
 */
export const isTrackingIdOnly = ({ person, what = 'all', ...others }: AuditListFilter): boolean =>
  person !== undefined &&
  isTrackingId(person) &&
  what === 'all' &&
  Object.keys(others).length === 0;

const TRACKING_ID = /^(R)([0-9A-Z]{4})([0-9A-Z]{4})$/;

/**
 * Reads a tracking ID in upper or lower case, with or without dashes and blanks, and normalizes it.
 * @returns null for other text, such as a name
 */
export function readTrackingId(typed: string): string | null {
  const [, ...parts] = TRACKING_ID.exec(typed.replace(/[\p{Pd}\s]/gu, '').toUpperCase()) ?? [];
  return parts.length > 0 ? parts.join('-') : null;
}
