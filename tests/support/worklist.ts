/** A stub server that offers the worklist. */
import type { Feature } from '../../contract/calls/extras';
import type { Referral } from '../../contract/entities/referral';
import { type Answers, makeReferral } from './staffApp';

const WORKLIST_FEATURES: readonly Feature[] = ['worklist', 'owners', 'suspected'];

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

/** The place of a row, as the stub server tells it: no id of a record. */
export const placeOf = (id: string): string => `place of ${id}`;

/** Answers every query with the same rows and counts, and with the place of the last row. */
export function stubWorklist({
  items = [makeReferral()],
  counts = WORKLIST_COUNTS,
  features = WORKLIST_FEATURES,
  hasPlaces = true,
  ...answers
}: {
  items?: readonly Referral[];
  counts?: object | null;
  features?: readonly string[];
  /** False for an older server, which tells no places. */
  hasPlaces?: boolean;
} & Answers = {}): Answers {
  const last = items.at(-1);
  const next = hasPlaces && last && placeOf(last._id);
  return {
    meta: () => ({ features }),
    listWorklist: () => ({ items, total: 60, pages: 3, counts, ...(next && { next }) }),
    countSuspected: () => ({ count: 3 }),
    listSites: () => [
      { _id: 's1', name: 'Northside High' },
      { _id: 's2', name: 'Location Not Listed' },
    ],
    listOwners: () => [{ _id: 'u2', fullname: 'Pat Lee' }],
    ...answers,
  };
}
