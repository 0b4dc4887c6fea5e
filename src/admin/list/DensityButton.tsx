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
  return (
    <Button variant="quiet" onClick={() => change({ isCompact: !layout.isCompact })}>
      {t(layout.isCompact ? 'columns.comfortable' : 'columns.compact')}
    </Button>
  );
}
