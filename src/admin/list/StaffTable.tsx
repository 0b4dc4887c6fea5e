import type { ReactNode } from 'react';
import styles from './DataTable.module.css';

interface Props {
  /** What the table is of; read out, not shown. */
  caption: string;
  /** The heads of the columns, in their order; each is another. */
  heads: readonly { text: string; className?: string }[];
  /** The table itself takes the focus: for rows with nothing to tab to, of which no key would show the rest. */
  takesFocus?: boolean;
  /** The rows. */
  children: ReactNode;
}

/** The frame of every list's table; where it is wider than the window, it scrolls by itself. */
export function StaffTable({ caption, heads, takesFocus = false, children }: Props) {
  const focusable = takesFocus && { role: 'region', tabIndex: 0, 'aria-label': caption };
  return (
    <div className={styles.scroller} {...focusable}>
      <table className={styles.table}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {heads.map(({ text, className }) => (
              <th key={text} scope="col" className={className}>
                {text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
