import { useState } from 'react';

export interface Versioned {
  readonly version?: number;
}

/**
 * The version of a record that an edit is based on. It follows what others save as long as no touched field has changed; otherwise
 * it stays, so that the server detects the conflict.
 * @param inList the record of the list, which may be older, or have left the list
 * @param touchedOf the values of a record's touched fields, as one comparable text
 * @param seenFirst the version at the start of the edit, if that was earlier
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
    /** The newest version known. */
    record,
    seen,
    /** Takes a newer version. */
    learn: setLearnt,
    /** Bases the edit on the newest version, which the person has seen. */
    accept: () => setSeen(record),
  };
}
