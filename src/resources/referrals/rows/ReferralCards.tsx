import { useStaffT } from '../../../i18n/useStaffT';
import cards from '../../../admin/list/RecordCards.module.css';
import type { ReferralRecord } from '../../../dataProvider/referrals';
import type { ReferralColumn } from '../columns/useReferralColumns';
import type { OpenDialog } from '../dialogs/dialogNames';
import { ReferralCard } from './ReferralCard';
import { useProgressiveRows } from '../../../admin/list/useProgressiveRows';

const SCREENFUL = 4;

interface Props {
  rows: readonly ReferralRecord[];
  columns: readonly ReferralColumn[];
  onOpen: OpenDialog;
}

/** The referrals as cards, where a table has no room. */
export function ReferralCards({ rows, columns, onOpen }: Props) {
  const t = useStaffT();
  const shown = useProgressiveRows(rows, SCREENFUL);
  return (
    <ul className={cards.cards} aria-label={t('referrals.table')}>
      {shown.map((referral) => (
        <ReferralCard key={referral.id} referral={referral} columns={columns} onOpen={onOpen} />
      ))}
    </ul>
  );
}
