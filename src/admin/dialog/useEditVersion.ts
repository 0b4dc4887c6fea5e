import { useState } from 'react';

interface Versioned {
  readonly version?: number;
}

/**
 * A record as its editor has seen it. It follows what others save, as long as that leaves alone what was touched here; what
 * does not is a conflict, and the version that was seen is what the server finds it by.
 * @param inList the record as the list has it, which may be behind, or have left the list
 * @param touchedOf what a record has in the fields that were touched
 * @param seenFirst as it was seen when the editing began, if that was earlier
 */
export function useEditVersion<R extends Versioned>(
  inList: R,
  touchedOf: (record: R) => string,
  seenFirst = inList,
) {
  const [learnt, setLearnt] = useState(inList);
  const record = (learnt.version ?? 0) > (inList.version ?? 0) ? learnt : inList;
  const [seen, setSeen] = useState(seenFirst);
  if (seen !== record && touchedOf(seen) === touchedOf(record)) setSeen(record);

  return {
    /** As new as is known. */
    record,
    seen,
    /** Told of the record as it is now. */
    learn: setLearnt,
    /** What is there now has been looked at. */
    accept: () => setSeen(record),
  };
}
