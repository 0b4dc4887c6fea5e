import { useT } from '../../../i18n/I18nProvider';
import type { CellProps } from './cellProps';
import { RowButton } from './RowButton';

/** Opens the note viewer (spec section 2, "Dialogs on referrals"). */
export function SeeNotesButton(props: CellProps) {
  const t = useT();
  return (
    <RowButton {...props} opens="note">
      {t('referrals.seeNotes')}
    </RowButton>
  );
}
