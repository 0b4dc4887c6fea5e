import styles from '../../../staff/table.module.css';
import type { ReferralColumn } from '../columns/useReferralColumns';

/** How a cell of a column is drawn: the room it takes, and whether it stays in sight. */
export function cellClass({ room, pin }: Pick<ReferralColumn, 'room' | 'pin'>): string | undefined {
  const names = [room && styles[room], pin && styles[pin]].filter(Boolean);
  return names.join(' ') || undefined;
}
