import { memo } from 'react';
import { type CellProps, nameId } from './cellProps';
import { openOnClick } from './openOnClick';
import styles from './ReferralTable.module.css';
import type { ReferralColumn } from './useReferralColumns';

interface Props extends CellProps {
  columns: readonly ReferralColumn[];
}

/** One referral in the table; drawn again only when it changed. */
export const ReferralRow = memo(function ReferralRow({ referral, columns, onOpen }: Props) {
  return (
    <tr className={styles.row} onClick={openOnClick({ referral, onOpen })}>
      {columns.map(({ label, cell: Cell, room }) => {
        const isName = label === 'referrals.firstName';
        const Tag = isName ? 'th' : 'td';
        return (
          <Tag
            key={label}
            id={isName ? nameId(referral) : undefined}
            scope={isName ? 'row' : undefined}
            className={room && styles[room]}
          >
            <Cell referral={referral} onOpen={onOpen} />
          </Tag>
        );
      })}
    </tr>
  );
});
