import type { AuditFilter } from '../../../contract/entities/audit';
import type { Option } from '../../shared/useSelectMenu';
import type { AuditState } from '../../staff/auditState';
import { dayRange } from './dayRange';
import { readTrackingId } from './trackingId';

/** What the filter form of the activity log holds. */
export interface AuditFilterValues {
  /** Who acted; without a label if only the id was given. */
  readonly actor: Option | null;
  /** The tracking ID of the referral concerned. */
  readonly person: string;
  /** The id of the account concerned, which cannot be typed. */
  readonly account: string | null;
  readonly day: string;
}

export const NO_VALUES: AuditFilterValues = { actor: null, person: '', account: null, day: '' };

/** The values of the log as it was opened. */
export const valuesFrom = ({ actor, trackingId, account }: AuditState): AuditFilterValues => ({
  ...NO_VALUES,
  actor: actor === undefined ? null : { value: actor, label: '' },
  person: trackingId ?? '',
  account: account ?? null,
});

/** Normalizes the tracking ID, which replaces an account that was given. */
export function parseValues({ person, account, ...others }: AuditFilterValues): AuditFilterValues {
  const trackingId = readTrackingId(person);
  return { ...others, person: trackingId ?? '', account: trackingId ? null : account };
}

/** The data provider's filter. */
export function toFilter({ actor, person, account, day }: AuditFilterValues): AuditFilter {
  const about = person || account;
  return {
    ...(actor && { actor: actor.value }),
    ...(about && { person: about }),
    ...dayRange(day),
  };
}

const isTrackingId = (person: string) => readTrackingId(person) === person;

/** Whether the log is filtered by the account concerned. */
export const isOfAccount = ({ person }: AuditFilter): boolean =>
  person !== undefined && !isTrackingId(person);

/**
 * Whether the log is filtered by a tracking ID alone. Filing a referral is an entry, so that an empty result means a mistyped ID.
 */
export const isTrackingIdOnly = ({ person, ...others }: AuditFilter): boolean =>
  person !== undefined && isTrackingId(person) && Object.keys(others).length === 0;
