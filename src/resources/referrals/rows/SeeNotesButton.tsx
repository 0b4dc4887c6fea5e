import { useStaffT } from '../../../i18n/useStaffT';
import type { CellProps } from './cellProps';
import { RowButton } from './RowButton';

/** Opens the note viewer (spec section 2, "Dialogs on referrals"). */
export function SeeNotesButton(props: CellProps) {
  const t = useStaffT();
  return (
    <RowButton {...props} opens="note">
      {t('referrals.seeNotes')}
    </RowButton>
  );
}
