import LineSpacingIcon from '@mui/icons-material/FormatLineSpacing';
import { useStaffT } from '../../i18n/useStaffT';
import { Button } from '../../ui/Button';
import { useIsNarrow } from './DataTable';
import { useTableLayout } from './useTableLayout';

/**
 * Makes the rows of the current resource's table lower, or as high as usual again.
 *
 * @example
 * <TopToolbar title={t('sites.title')}>
 *   <DensityButton />
 * </TopToolbar>
 */
export function DensityButton() {
  const t = useStaffT();
  const isNarrow = useIsNarrow();
  const { layout, change } = useTableLayout();
  if (isNarrow) return null;
  const label = t(layout.isCompact ? 'columns.comfortable' : 'columns.compact');
  // An icon, as the head of the list has no room for another text at 1280 pixels.
  return (
    <Button
      variant="quiet"
      aria-label={label}
      title={label}
      onClick={() => change({ isCompact: !layout.isCompact })}
    >
      <LineSpacingIcon fontSize="small" />
    </Button>
  );
}
