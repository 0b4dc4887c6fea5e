import { memo } from 'react';
import styles from '../../../admin/list/DataTable.module.css';
import type { ReferralColumn } from '../columns/useReferralColumns';
import { cellClass } from './cellClass';
import { type CellProps, nameId } from './cellProps';
import { openOnClick } from './openOnClick';

interface Props extends CellProps {
  columns: readonly ReferralColumn[];
}

/** One referral in the table; drawn again only when it changed. */
export const ReferralRow = memo(function ReferralRow({ referral, columns, onOpen }: Props) {
  return (
    <tr data-row={referral.id} className={styles.row} onClick={openOnClick({ referral, onOpen })}>
      {columns.map(({ label, cell: Cell, room, pin, onCard }) => {
        const isName = label === 'referrals.firstName';
        const Tag = isName ? 'th' : 'td';
        return (
          <Tag
            key={label}
            id={isName ? nameId(referral) : undefined}
            scope={isName ? 'row' : undefined}
            className={cellClass({ room, pin, onCard })}
          >
            <Cell referral={referral} onOpen={onOpen} />
          </Tag>
        );
      })}
    </tr>
  );
});
