import { useListContext } from 'react-admin';
import { useFilterText } from '../../../admin';
import type { WorklistFilter } from '../../../dataProvider/worklist';
import { useStaffT } from '../../../i18n/useStaffT';
import { NO_VALUES } from '../filter/filterValues';
import { useFilterDescription } from '../filter/useFilterDescription';

/** For print only: by what the list in context is filtered. */
export function PrintedFilter() {
  const t = useStaffT();
  const describe = useFilterDescription();
  const textOf = useFilterText();
  const filters = textOf(
    describe({ ...NO_VALUES, ...(useListContext().filterValues as WorklistFilter) }),
  );
  return filters === '' ? null : <p>{t('referralFilters.active', { filters })}</p>;
}
