import type { ReferralRecord } from '../../../dataProvider/referrals';
import { useStaffT } from '../../../i18n/useStaffT';
import { Button } from '../../../shared/Button';
import { ListView } from '../../../admin/list/ListView';
import type { PagedList } from '../../../admin/list/usePagedListController';
import type { ReferralColumn } from '../columns/useReferralColumns';
import type { OpenDialog } from '../dialogs/dialogNames';
import { ReferralCards } from './ReferralCards';
import { ReferralTable } from './ReferralTable';
import { useIsNarrow } from '../../../admin/useIsNarrow';

interface Props {
  list: PagedList<ReferralRecord>;
  columns: readonly ReferralColumn[];
  onOpen: OpenDialog;
  /** Takes the filters away, if there are any. */
  onClear: (() => void) | undefined;
}

/** The rows as there is room for them, or what stands in their place. */
export function ReferralRows({ list, columns, onOpen, onClear }: Props) {
  const t = useStaffT();
  const isNarrow = useIsNarrow();
  const Rows = isNarrow ? ReferralCards : ReferralTable;
  const empty = {
    title: t('referrals.empty'),
    hint: t(onClear ? 'referrals.emptyFiltered' : 'referrals.emptyHint'),
    action: onClear && (
      <Button variant="secondary" onClick={onClear}>
        {t('referralFilters.clear')}
      </Button>
    ),
  };
  return (
    <ListView list={list} loadFailed={t('referrals.loadFailed')} empty={empty}>
      <Rows rows={list.rows ?? []} columns={columns} onOpen={onOpen} />
    </ListView>
  );
}
