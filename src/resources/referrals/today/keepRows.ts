/** The rows of a list that is worked off: what is finished stays in its place until the list is read anew. */

interface Row {
  readonly id: string;
}

/**
 * The rows to show once the list was read again in the background.
 * @param shown the rows in sight, in their order
 * @param read the rows that the list has now
 * @returns the rows in sight in their places, as read where the list still has them; new ones come after the row that they follow
 */
export function keepRows<R extends Row>(shown: readonly R[], read: readonly R[]): R[] {
  const byId = new Map(read.map((row) => [row.id, row]));
  const rows = shown.map((row) => byId.get(row.id) ?? row);
  const known = new Set(shown.map(({ id }) => id));
  let at = 0;
  for (const row of read) {
    if (known.has(row.id)) at = rows.findIndex(({ id }) => id === row.id) + 1;
    else {
      rows.splice(at, 0, row);
      at += 1;
    }
  }
  return rows;
}
