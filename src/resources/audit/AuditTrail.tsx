import { useState } from 'react';
import { AUDIT_LIMITS } from '../../../contract/constants';
import type { AuditEntry } from '../../../contract/entities/audit';
import type { AuditFilter } from '../../dataProvider/audit';
import { useStaffT } from '../../i18n/useStaffT';
import { Button } from '../../shared/Button';
import type { AuditState } from '../../staff/auditState';
import { ListView } from '../../admin/list/ListView';
import { ListPages } from '../../admin/list/Pagination';
import { StaleDataNotice } from '../../admin/list/StaleDataNotice';
import { useIsNarrow } from '../../admin/useIsNarrow';
import { usePagedList } from '../../admin/list/usePagedListController';
import { AuditCards } from './AuditCards';
import { AuditFilterBar } from './AuditFilterBar';
import { AuditTable } from './AuditTable';
import { useAuditFilters } from './useAuditFilters';
import { useFilterNames } from './useFilterNames';

/** The entries a page at a time, with what narrows them. */
export function AuditTrail({ given }: { given: AuditState }) {
  const t = useStaffT();
  const filters = useAuditFilters(given);
  const list = usePagedList<AuditEntry>('audit', {
    perPage: AUDIT_LIMITS.pageSize,
    filter: filters.applied,
    // Reading is an entry itself, which would move the others on to the next page.
    asOf: ({ id }): AuditFilter => ({ until: id }),
  });
  // While the answer is on its way, and when none comes, the rows are still those of before.
  const isInSight = list.filter === filters.applied;
  const [inSight, setInSight] = useState(filters.submitted);
  if (isInSight && inSight !== filters.submitted) setInSight(filters.submitted);
  const { actor, summary } = useFilterNames(filters.typed.actor, inSight, list.rows);
  const isUnknown = filters.isOfTrackingId && isInSight;
  const Rows = useIsNarrow() ? AuditCards : AuditTable;
  const clear = (
    <Button variant="secondary" onClick={filters.clear}>
      {t('referralFilters.clear')}
    </Button>
  );

  return (
    <>
      <AuditFilterBar
        filters={filters}
        actor={actor}
        summary={summary}
        isOfAccount={inSight.account !== null}
      />
      {list.rows && list.error && (
        <StaleDataNotice text={t('auditTrail.rowsKept')} onTryAgain={list.tryAgain} />
      )}
      <ListView
        list={list}
        loadFailed={t('auditTrail.loadFailed')}
        empty={
          isUnknown
            ? {
                title: t('auditTrail.emptyPerson'),
                hint: t('auditTrail.emptyPersonHint'),
                action: clear,
              }
            : {
                title: t('auditTrail.empty'),
                hint: t(filters.isFiltered ? 'auditTrail.emptyFiltered' : 'auditTrail.emptyHint'),
                action: filters.isFiltered && inSight.account === null && clear,
              }
        }
      >
        <Rows rows={list.rows ?? []} />
      </ListView>
      <ListPages
        label={t('auditTrail.pages')}
        page={list.page}
        pages={list.pages}
        onChange={list.goToPage}
      />
    </>
  );
}
