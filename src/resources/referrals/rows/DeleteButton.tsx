import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import { useStaffT } from '../../../i18n/useStaffT';
import type { CellProps } from './cellProps';
import { RowButton } from './RowButton';

/** Opens the question whether to delete the referral (spec section 2); in the table an icon, as its column has the words. */
export function DeleteButton(props: CellProps) {
  const t = useStaffT();
  return (
    <RowButton {...props} opens="delete" icon={<DeleteIcon fontSize="small" />}>
      {t('referrals.delete')}
    </RowButton>
  );
}
