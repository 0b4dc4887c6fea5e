import useMediaQuery from '@mui/material/useMediaQuery';
import type { ReferralRecord } from '../../../dataProvider/referrals';
import { useStaffT } from '../../../i18n/useStaffT';
import { Button } from '../../../shared/Button';
import { EmptyNotice } from '../../../staff/EmptyNotice';
import { ListBody } from '../../../staff/ListBody';
import type { PagedList } from '../../../staff/usePagedList';
import type { ReferralColumn } from '../columns/useReferralColumns';
import type { OpenDialog } from '../useReferralDialog';
import { ReferralCards } from './ReferralCards';
import { ReferralTable } from './ReferralTable';

/** Below 900 px the table becomes cards. */
const TOO_NARROW_FOR_TABLE = '(max-width: 56.24rem)';

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
  const isNarrow = useMediaQuery(TOO_NARROW_FOR_TABLE, { noSsr: true });
  const Rows = isNarrow ? ReferralCards : ReferralTable;
  const empty = (
    <EmptyNotice
      title={t('referrals.empty')}
      hint={t(onClear ? 'referrals.emptyFiltered' : 'referrals.emptyHint')}
    >
      {onClear && (
        <Button look="secondary" onClick={onClear}>
          {t('referralFilters.clear')}
        </Button>
      )}
    </EmptyNotice>
  );
  return (
    <ListBody list={list} loadFailed={t('referrals.loadFailed')} empty={empty}>
      <Rows rows={list.rows ?? []} columns={columns} onOpen={onOpen} />
    </ListBody>
  );
}
