import styles from '../../../admin/list/DataTable.module.css';
import type { ReferralColumn } from '../columns/useReferralColumns';

/** How a cell of a column is drawn: the room it takes, whether it stays in sight, and whether it is on paper. */
export function cellClass({
  room,
  pin,
  onCard,
}: Pick<ReferralColumn, 'room' | 'pin' | 'onCard'>): string | undefined {
  const names = [
    room && styles[room],
    pin && styles[pin],
    onCard === 'buttons' && 'screen-only',
  ].filter(Boolean);
  return names.join(' ') || undefined;
}
