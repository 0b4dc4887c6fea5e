/** Markdown tables, aligned as the formatter has them. */
export type Cell = string | number | null;

/** @param rows the first holds the headings; numbers stand to the right */
export function table(headings: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const texts = rows.map((row) => row.map(asText));
  const widths = headings.map((heading, place) =>
    Math.max(3, heading.length, ...texts.map((row) => row[place]?.length ?? 0)),
  );
  const isNumeric = headings.map(
    (_, place) => place > 0 && rows.every((row) => typeof row[place] !== 'string'),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, place) => pad(cell, widths[place] ?? 0, isNumeric[place] ?? false)).join(' | ')} |`;
  const rule = widths.map((width, place) =>
    isNumeric[place] ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width),
  );
  return [line(headings), `| ${rule.join(' | ')} |`, ...texts.map(line)].join('\n');
}

const pad = (text: string, width: number, toTheRight: boolean) =>
  toTheRight ? text.padStart(width) : text.padEnd(width);

const asText = (cell: Cell): string => {
  if (cell === null || Number.isNaN(cell)) return '–';
  return typeof cell === 'string' ? cell : inDigits(cell);
};

/** Three digits that count, and all of a larger number. */
function inDigits(value: number): string {
  if (value >= 100 || Number.isInteger(value)) return Math.round(value).toLocaleString('en');
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
