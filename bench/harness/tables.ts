/** Formats Markdown tables; prettier aligns the columns. */
export type Cell = string | number | null;

/** @param rows columns without text are aligned to the right */
export function table(headings: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const rule = headings.map((_, index) =>
    index > 0 && rows.every((row) => typeof row[index] !== 'string') ? '--:' : '---',
  );
  return [headings, rule, ...rows.map((row) => row.map(formatCell))]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

export const count = (value: number) => value.toLocaleString('en');
export const verdict = (isMet: boolean) => (isMet ? 'yes' : 'no');

const formatCell = (cell: Cell): string => {
  if (cell === null || Number.isNaN(cell)) return '–';
  return typeof cell === 'string' ? cell : formatNumber(cell);
};

/** Three significant digits, but all digits of a larger or whole number. */
function formatNumber(value: number): string {
  if (value >= 100 || Number.isInteger(value)) return count(Math.round(value));
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
