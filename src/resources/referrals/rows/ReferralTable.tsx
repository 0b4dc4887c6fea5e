import { useStaffT } from '../../../i18n/useStaffT';
import type { ReferralRecord } from '../../../dataProvider/referrals';
import type { ReferralColumn } from '../columns/useReferralColumns';
import type { OpenDialog } from '../dialogs/dialogNames';
import { cellClass } from './cellClass';
import { ReferralRow } from './ReferralRow';
import { StaffTable } from '../../../admin/list/StaffTable';
import { useProgressiveRows } from '../../../admin/list/useProgressiveRows';

/** What a usual window shows below the head and the filters. */
const SCREENFUL = 8;

interface Props {
  rows: readonly ReferralRecord[];
  columns: readonly ReferralColumn[];
  onOpen: OpenDialog;
}

/** The referrals as a table. */
export function ReferralTable({ rows, columns, onOpen }: Props) {
  const t = useStaffT();
  const shown = useProgressiveRows(rows, SCREENFUL);
  const heads = columns.map(({ label, pin, onCard }) => ({
    text: t(label),
    className: cellClass({ pin, onCard }),
  }));
  return (
    <StaffTable caption={t('referrals.table')} heads={heads}>
      {shown.map((referral) => (
        <ReferralRow key={referral.id} referral={referral} columns={columns} onOpen={onOpen} />
      ))}
    </StaffTable>
  );
}
