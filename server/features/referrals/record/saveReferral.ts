/** Saves what is set in the dialog of a referral, as one change (docs/decisions/0064-one-button-saves-a-record.md). */
import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { AllCalls } from '../../../../contract/calls';
import type { FollowUpRules } from '../../../../contract/nextStep';
import type { Action } from '../../../../contract/permissions';
import { referral } from '../../../db/schema';
import type { Database } from '../../../db/database';
import { NotFoundError } from '../../../http/errors';
import type { Caller } from '../../access';
import { setFollowUp } from '../contact/followUp';
import { readNow } from '../now';
import { isVisible } from '../visibility';
import { addNote, changeReferral } from '../changeReferral';
import { canBeReferrer } from './changes';
import { toStatusChange } from '../ending';
import type { ReferralChange } from '../events';
import { lockOwner } from './owner';

export type SavedReferral = z.output<AllCalls['saveReferral']['body']>;

/** The call that makes one part of the change alone, and the ids of the records that its audit entry names. */
interface Part {
  readonly call: 'updateReferral' | 'assignReferral' | 'assignOwner' | 'addNote' | 'setFollowUp';
  readonly recordIds: readonly string[];
}

/** The calls that would save the parts of a change one by one, and the permission of each. */
const PERMISSIONS: Readonly<Record<Part['call'], Action>> = {
  updateReferral: 'referral.update',
  assignReferral: 'referral.assign',
  assignOwner: 'referral.assignOwner',
  addNote: 'referral.addNote',
  setFollowUp: 'referral.followUp',
};

/** Lists the parts of a change; one that sets nothing counts as an update, as by the call of its own. */
function partsOf(change: SavedReferral): Part[] {
  const { id, status, end_reason, notes, referred_by, owner, note, follow_up, told_level } = change;
  const parts: Part[] = [
    ...(referred_by ? [{ call: 'assignReferral' as const, recordIds: [id, referred_by] }] : []),
    ...(owner === undefined
      ? []
      : [{ call: 'assignOwner' as const, recordIds: [id, ...(owner ? [owner] : [])] }]),
    ...(note ? [{ call: 'addNote' as const, recordIds: [id] }] : []),
    ...(follow_up ? [{ call: 'setFollowUp' as const, recordIds: [id] }] : []),
  ];
  const isUpdate = [status, end_reason, notes, told_level].some((value) => value !== undefined);
  return isUpdate || parts.length === 0
    ? [{ call: 'updateReferral', recordIds: [id] }, ...parts]
    : parts;
}

/** Lists the parts of a change for the audit trail, and the permissions that all of them need. */
export function describeSave(change: SavedReferral): { parts: Part[]; permissions: Action[] } {
  const parts = partsOf(change);
  return { parts, permissions: parts.map(({ call }) => PERMISSIONS[call]) };
}

/**
 * Sets the given fields and adds the given note. A note alone conflicts with nothing, so it ignores the version.
 * @param noteId the note's own id
 * @param version the expected version; any version if omitted
 * @returns the new owner, if the owner changed to an account
 * @throws NotFoundError if the referral is missing, out of the caller's scope or held, or an account cannot be referrer or owner
 * @throws StaleError if its version differs
 * @throws InvalidFieldsError if there is a reason why the referral ended, and it has not
 */
export async function saveReferral(
  db: Database,
  caller: Caller,
  noteId: string,
  { id, notes, referred_by, owner: ownerId, note, follow_up, told_level, ...status }: SavedReferral,
  rules: FollowUpRules,
  version?: number,
) {
  // Locked before the referral, as by assignOwner: two changes that wait for each other would be a deadlock.
  const owner = ownerId ? await lockOwner(db, ownerId) : null;
  if (ownerId && !owner) throw new NotFoundError();
  if (referred_by && !(await canBeReferrer(db, referred_by))) throw new NotFoundError();
  const change: ReferralChange = {
    ...toStatusChange(status),
    ...(notes !== undefined && { notes }),
    ...(referred_by && { assigned_to: referred_by }),
    ...(ownerId !== undefined && { owner_id: ownerId }),
    ...(told_level !== undefined && { told_level }),
  };
  const setsField = Object.keys(change).length > 0;
  const isEditable = and(eq(referral.id, id), isVisible(caller));
  const expected = setsField ? version : undefined;
  const changed = await changeReferral(db, caller, rules, isEditable, change, expected);
  if (follow_up) {
    await setFollowUp(db, caller, rules, await readNow(db), { id, followUp: follow_up });
  }
  if (note) await addNote(db, caller, noteId, { referralId: id, text: note });
  return changed && 'owner_id' in changed ? owner : null;
}
