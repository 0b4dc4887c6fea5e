/** The widths of a table's columns, as CSS lengths: no script measures anything, and no page turn moves a column. */
import type { ColumnProps } from './columns';

/** What a column's width depends on; `factor` is the person's choice (COLUMN_WIDTHS). */
interface SizedColumn extends Pick<ColumnProps, 'width' | 'minWidth' | 'givesWay'> {
  readonly factor?: number;
}

/** The width of a column that sets none, in rem. */
const DEFAULT_WIDTH = 8;

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/**
 * The widths of columns in a container of any width. In a wide one, all have their usual width and share the rest in proportion. In a
 * narrower one they give way one after the other, in the order of `givesWay`, down to their least width; below that the table scrolls.
 * @param fixed the width of further columns, in rem
 * @returns a CSS width for each column in its order, in the container's `cqi`; and their least total, in rem
 */
export function columnWidths(columns: readonly SizedColumn[], fixed = 0) {
  const sizes = columns.map(({ width = DEFAULT_WIDTH, minWidth = width, givesWay = 0, factor = 1 }) => ({
    least: minWidth * factor,
    room: (width - minWidth) * factor,
    givesWay,
  }));
  const least = fixed + sum(sizes.map((size) => size.least));
  const usual = least + sum(sizes.map((size) => size.room));
  const widths = sizes.map((size) => {
    // The columns that give way later have their room first.
    const before = sum(
      sizes.filter((other) => other.givesWay > size.givesWay).map((other) => other.room),
    );
    const share = (size.least + size.room) / (usual - fixed || 1);
    return [
      `calc(${rem(size.least)}`,
      `clamp(0px, 100cqi - ${rem(least + before)}, ${rem(size.room)})`,
      `max(0px, 100cqi - ${rem(usual)}) * ${share.toFixed(4)})`,
    ].join(' + ');
  });
  return { widths, least };
}

const rem = (length: number) => `${Number(length.toFixed(4))}rem`;
