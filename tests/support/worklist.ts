/** A worklist with counts on its tabs and cursors. */
import type { Referral } from '../../contract/entities/referral';
import { cursorOf } from './ourServer';
import { type Answers, makeReferral } from './staffApp';

export const WORKLIST_COUNTS = {
  all: 60,
  statuses: { Pending: 24, Processed: 18, 'Declined Services': 9, 'More Info Needed': 9 },
  mine: 7,
  nobody: 11,
};

/** As many referrals as fill a page, named 'Person 0' and so on. */
export const manyReferrals = (count: number): Referral[] =>
  Array.from({ length: count }, (_, at) =>
    makeReferral({ _id: `r${at}`, first_name: `Person ${at}` }),
  );

/** Answers every query with the same rows and counts, and with the cursor of the last row, except on the last page. */
export function stubWorklist({
  items = [makeReferral()],
  counts = WORKLIST_COUNTS,
  hasCursors = true,
  ...answers
}: {
  items?: readonly Referral[];
  counts?: object | null;
  /** False for an older server, which has no cursors. */
  hasCursors?: boolean;
} & Answers = {}): Answers {
  const last = items.at(-1);
  const next = hasCursors && last && cursorOf(last._id);
  return {
    listWorklist: ({ body }) => {
      const { page = 1 } = (body ?? {}) as { page?: number };
      return { items, total: 60, pages: 3, counts, ...(next && page < 3 && { next }) };
    },
    countHeld: () => ({ count: 3 }),
    listSites: () => [
      { _id: 's1', name: 'Northside High' },
      { _id: 's2', name: 'Location Not Listed' },
    ],
    listOwners: () => [{ _id: 'u2', fullname: 'Pat Lee' }],
    ...answers,
  };
}
