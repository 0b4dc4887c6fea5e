import { useState } from 'react';
import type { ListControllerResult } from 'react-admin';
import { useLocation } from 'react-router';
import { AUDIT_LIMITS } from '../../../contract/staffConstants';
import type { AuditEntry } from '../../../contract/entities/audit';
import { DataTable, type EmptyState, List } from '../../admin';
import type { AuditListFilter } from '../../dataProvider/audit';
import { useFeature } from '../../app/useFeature';
import { RESOURCES } from '../../app/routes';
import {
  ActionField,
  ActorField,
  AddressField,
  CompactAuditRow,
  OutcomeField,
  RecordsField,
  WhenField,
} from './auditFields';
import { isOfAccount, isTrackingIdOnly, readAuditState, toFilter } from './auditFilter';
import { AuditFilterForm } from './AuditFilterForm';
import { AuditKinds, KindOnPaper } from './AuditKinds';
import styles from './AuditList.module.css';
import { AuditRows } from './AuditRows';

/** The activity log: who did what and looked at whom. Only where the server has the audit trail. */
export function AuditList() {
  const { key } = useLocation();
  // The key resets the list when it is opened with another state.
  return <AuditTrail key={key} />;
}

function AuditTrail() {
  const { state } = useLocation();
  const [initialValues] = useState(() => readAuditState(state));
  const [initialFilter] = useState(() => toFilter(initialValues));
  const offersActions = useFeature('auditActions');
  return (
    <List<AuditEntry>
      resource={RESOURCES.audit}
      feature={{ name: 'audit', missing: 'auditTrail.notOffered' }}
      title="auditTrail.title"
      confidential="referrals.confidential"
      perPage={pageSize}
      filterDefaultValues={{ ...initialFilter }}
      // Opened on a person, it neither restores nor stores the state of the list.
      storeKey={Object.keys(initialFilter).length > 0 ? false : undefined}
      // Reading the log adds an entry, which would shift the others on to the next page.
      pinTo={({ id }): AuditListFilter => ({ until: id })}
      actions={offersActions && <AuditKinds />}
      notice={offersActions && <KindOnPaper />}
      filters={<AuditFilterForm initialValues={initialValues} />}
      messages={{ loadFailed: 'auditTrail.loadFailed', stale: 'auditTrail.rowsKept' }}
      empty={(list) => emptyState(list, offersActions)}
      pages="auditTrail.pages"
    >
      <AuditRows>
        <DataTable label="auditTrail.table" compactRow={ROW} focusable>
          <DataTable.Col label="auditTrail.when" width={10} field={WhenField} />
          <DataTable.Col
            label="auditTrail.who"
            cellClassName={styles.words}
            width={11}
            field={ActorField}
          />
          <DataTable.Col
            label="auditTrail.what"
            cellClassName={styles.words}
            width={13}
            field={ActionField}
          />
          <DataTable.Col label="auditTrail.result" width={7} field={OutcomeField} />
          <DataTable.Col
            label="auditTrail.about"
            cellClassName={styles.names}
            width={18}
            field={RecordsField}
          />
          <DataTable.Col label="auditTrail.from" width={9} field={AddressField} />
        </DataTable>
      </AuditRows>
    </List>
  );
}

const ROW = <CompactAuditRow />;

/** More entries where reads are folded: a run is one row. */
const pageSize = ({ what }: AuditListFilter): number =>
  what === 'all' ? AUDIT_LIMITS.pageSizeOfAll : AUDIT_LIMITS.pageSize;

function emptyState({ meta }: ListControllerResult, offersActions: boolean): EmptyState {
  const { filter = {} } = (meta ?? {}) as { filter?: AuditListFilter };
  if (isTrackingIdOnly(filter)) {
    return {
      title: 'auditTrail.emptyPerson',
      hint: 'auditTrail.emptyPersonHint',
      clear: 'referralFilters.clear',
    };
  }
  const { what, ...others } = filter;
  if ((what === undefined || what === 'all') && Object.keys(others).length === 0) {
    const isWithoutReads = offersActions && what === undefined;
    const hint = isWithoutReads ? 'auditTrail.emptyChanges' : 'auditTrail.emptyHint';
    return { title: 'auditTrail.empty', hint };
  }
  const state = { title: 'auditTrail.empty', hint: 'auditTrail.emptyFiltered' } as const;
  // Beside the description of an account there is a button already.
  return isOfAccount(filter) ? state : { ...state, clear: 'referralFilters.clear' };
}
