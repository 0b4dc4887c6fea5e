/** How the status dialog of a super user is saved: by one call where the server has it, else by the calls of its parts. */
import type { RaRecord } from 'react-admin';
import type { FollowUp } from '../../../../contract/entities/contact';
import { hasVisibleText } from '../../../../contract/fieldRules';
import { ENDED_STATUS, type EndReason } from '../../../../contract/staffConstants';
import { type ApiError, toApiError } from '../../../api/ApiError';
import type { EditChange } from '../../../admin';
import { RESOURCES } from '../../../app/routes';
import type { StaffDataProvider } from '../../../dataProvider/dataProvider';
import type { ReferralChange, ReferralRecord, ReferralSave } from '../../../dataProvider/referrals';
import type { Ending } from '../../../endings/EndReasonInputs';
import { isOpen } from '../contact/days';
import { toLevel } from '../reads/ReadsInput';
import type { StaffTextKey } from '../../../i18n/textKeys';

/** The values of the form; the owner's id, empty for nobody, and the reason why it ended, empty for none. */
export type RecordValues = ReferralChange & { owner: string } & Ending;

type Change = EditChange<ReferralRecord, RecordValues>;

/**
 * What has to be sent: the touched fields, and the note that was typed and not added. The day to call back that was chosen goes
 * with a closing status, which removes any other.
 * @param readsLevel what those outside read at most, '' for all that a consent lets through
 */
export function toSave(
  change: Pick<Change, 'changes' | 'data'>,
  note: string,
  day: FollowUp | null,
  readsLevel?: string,
): ReferralSave {
  const { status, notes, referred_by, owner } = change.changes;
  return {
    ...(status !== undefined && { status }),
    ...(status !== undefined && day && !isOpen({ status }) && { follow_up: day }),
    ...toEnding(change),
    ...(notes !== undefined && { notes: notes ?? '' }),
    ...(referred_by && { referred_by }),
    ...(owner !== undefined && { owner: owner || null }),
    ...(hasVisibleText(note) && { note: note.trim() }),
    ...(readsLevel !== undefined && { told_level: toLevel(readsLevel) }),
  };
}

/** The reason with its sentence, if one of them was touched; neither of a referral that has not ended. */
function toEnding({ changes, data }: Pick<Change, 'changes' | 'data'>) {
  const isTouched = changes.end_reason !== undefined || changes.end_note !== undefined;
  if (!isTouched || data.status !== ENDED_STATUS || data.end_reason === '') return {};
  // One of a newer server is sent back as it came.
  return { end_reason: data.end_reason as EndReason, end_note: data.end_note };
}

/** Whether the referrer changes, and whether anything else is saved; without a change, the referral is saved as it is. */
function partsOf({ referred_by, ...others }: ReferralSave) {
  const hasReferrer = referred_by !== undefined;
  return { hasReferrer, hasOthers: !hasReferrer || Object.keys(others).length > 0 };
}

/** The messages of the specification (section 8) for what was saved. */
export function doneTexts(save: ReferralSave): StaffTextKey[] {
  const { hasReferrer, hasOthers } = partsOf(save);
  return [
    ...(hasReferrer ? (['referrer.done'] as const) : []),
    ...(hasOthers ? (['statusDialog.saved'] as const) : []),
  ];
}

/** The failures to change the referrer, which have a message of their own. */
const ofReferrer = new WeakSet<ApiError>();

/** The message of the specification (section 8) for what could not be saved. */
export const failedText = (error: ApiError): StaffTextKey =>
  ofReferrer.has(error) ? 'referrer.failed' : 'statusDialog.failed';

/** Marks a failure as one to change the referrer. */
async function changingReferrer<Result>(request: Promise<Result>): Promise<Result> {
  try {
    return await request;
  } catch (thrown) {
    const error = toApiError(thrown);
    ofReferrer.add(error);
    throw error;
  }
}

/** Called after each part that was sent by a call of its own, which is then not sent again. */
export interface Progress {
  readonly onNoteAdded: () => void;
  /** Returns the referral in its new version. */
  readonly onOwnerAssigned: (referral: ReferralRecord, owner: string | null) => ReferralRecord;
  readonly onReferrerAssigned: (referral: ReferralRecord, managerId: string) => ReferralRecord;
}

/** Saves all of it or nothing, by one call. */
export function saveAtOnce(
  provider: StaffDataProvider,
  referral: ReferralRecord,
  save: ReferralSave,
) {
  const request = provider.saveReferral(referral, save);
  return partsOf(save).hasOthers ? request : changingReferrer(request);
}

/**
 * Saves by the two calls of the specification, the referrer first, on a server without the one call; before them, by the calls of
 * an earlier version of ours for a note and an owner. A failure leaves the rest unsent.
 * @param assigned the manager whom an earlier attempt made the referrer: named again, so that no server takes them away
 */
export async function saveInParts(
  provider: StaffDataProvider,
  { data, previousData }: Change,
  save: ReferralSave,
  { onNoteAdded, onOwnerAssigned, onReferrerAssigned }: Progress,
  assigned: string | undefined,
): Promise<void> {
  const { note, owner, referred_by } = save;
  let current = previousData;
  if (note !== undefined) {
    await provider.addNote(current, note);
    onNoteAdded();
  }
  if (owner !== undefined) {
    await provider.assignOwner(current, owner);
    current = onOwnerAssigned(current, owner);
  }
  if (referred_by !== undefined) {
    await changingReferrer(provider.assign(current, referred_by));
    current = onReferrerAssigned(current, referred_by);
  }
  if (!partsOf(save).hasOthers) return;
  await provider.update<RaRecord>(RESOURCES.referrals, {
    id: current.id,
    data: { status: data.status, notes: data.notes, referred_by: referred_by ?? assigned ?? null },
    previousData: current,
  });
}
