import type { ComponentType } from 'react';
import type { HeldReferralRecord } from '../../dataProvider/heldReferrals';

/** The dialogs a row can open. */
export type DialogName = 'details' | 'delete';
export type OpenDialog = (name: DialogName, referral: HeldReferralRecord) => void;

/** What is the same for any referral, given by the app: how its details and its note are shown, and how it is deleted. */
export interface ReferralParts {
  readonly details: ComponentType<{ referral: HeldReferralRecord }>;
  readonly note: ComponentType<{ notes: string | null }>;
  readonly deleteDialog: ComponentType<{ referral: HeldReferralRecord; onClose: () => void }>;
}
