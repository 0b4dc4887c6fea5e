import { useState } from 'react';

export interface Versioned {
  readonly version?: number;
}

/**
 * The version of a record that an edit is based on. It advances to what others save while that changes no touched field;
 * otherwise it stays, so that the server detects the conflict.
 * @param inList the record as the list in context has it, or last had it; may be outdated
 * @param touchedOf the values of a record's touched fields, as one comparable text
 * @param initialBase the version at the start of the edit, if that was earlier
 *
 * @example
 * const { record, base, setLatest, rebase } = useEditVersion(site, ({ name }) => name);
 * const save = () => start(base);
 * const saveMine = () => {
 *   rebase();
 *   start(record);
 * };
 */
export function useEditVersion<R extends Versioned>(
  inList: R,
  touchedOf: (record: R) => string,
  initialBase = inList,
) {
  const [latest, setLatest] = useState(inList);
  const record = (latest.version ?? 0) > (inList.version ?? 0) ? latest : inList;
  const [base, setBase] = useState(initialBase);
  if (base !== record && touchedOf(base) === touchedOf(record)) setBase(record);

  return {
    /** The newest version known. */
    record,
    /** The version that the edit is based on. */
    base,
    /** Sets a newer version of the record. */
    setLatest,
    /** Bases the edit on the newest version, which the person has seen. */
    rebase: () => setBase(record),
  };
}
