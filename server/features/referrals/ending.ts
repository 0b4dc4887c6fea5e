/** Why a referral ended (docs/decisions/0074-why-it-ended.md). */
import { NOT_ENDED } from '../../../contract/entities/ending';
import {
  ENDED_STATUS,
  type EndReason,
  type ReferralStatus,
} from '../../../contract/staffConstants';
import { bodyIssue, InvalidFieldsError } from '../../http/errors';
import type { ReferralChange, ReferralRow } from './events';

interface StatusChange {
  readonly status?: ReferralStatus | undefined;
  readonly end_reason?: EndReason | null | undefined;
  readonly end_note?: string | undefined;
}

/** The columns that a change of the status or of the reason sets: any other status than that of an ending clears the reason. */
export function toStatusChange({ status, end_reason, end_note }: StatusChange): ReferralChange {
  if (status !== undefined && status !== ENDED_STATUS) {
    return { status, end_reason: null, end_note: null };
  }
  return {
    ...(status !== undefined && { status }),
    ...(end_reason !== undefined && { end_reason, end_note: (end_reason && end_note) || null }),
  };
}

/** @throws InvalidFieldsError if the referral gets a reason in a status that has none */
export function requireEnded(
  before: Pick<ReferralRow, 'status'>,
  { status = before.status, end_reason }: ReferralChange,
): void {
  if (!end_reason || status === ENDED_STATUS) return;
  throw new InvalidFieldsError([bodyIssue('end_reason', NOT_ENDED)]);
}
