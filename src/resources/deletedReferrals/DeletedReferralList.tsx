import { useMemo } from 'react';
import { PAGE_SIZE } from '../../../contract/staffConstants';
import {
  ClampedText,
  DataTable,
  DateField,
  List,
  type RowDialogProps,
  RowDialogs,
} from '../../admin';
import { RESOURCES } from '../../app/routes';
import type { DeletedReferralRecord } from '../../dataProvider/deletedReferrals';
import { useDeletedDays } from '../../endings/useDeletedDays';
import { useSiteName } from '../../i18n/useSiteName';
import { useStaffT } from '../../i18n/useStaffT';
import { DeletedReferralDialog, type ReferralParts } from './DeletedReferralDialog';
import {
  ActionsField,
  DeleteReasonField,
  DeleterField,
  LastDayField,
  NameField,
} from './deletedReferralFields';
import styles from './DeletedReferralList.module.css';
import { PutBackDialog } from './PutBackDialog';

/** Skeleton rows: usually few were deleted lately. */
const USUAL_COUNT = 3;

/**
 * Referrals that were deleted, for super users to see who deleted them and why, and to put them back.
 * @param parts how the referrals resource shows a referral
 */
export function DeletedReferralList({ parts }: { parts: ReferralParts }) {
  const siteName = useSiteName();
  const dialogs = useMemo(() => createDialogs(parts), [parts]);
  return (
    <List<DeletedReferralRecord>
      resource={RESOURCES.deletedReferrals}
      feature={{ name: 'deleted', missing: 'deleted.notOffered' }}
      title="deleted.title"
      confidential="referrals.confidential"
      perPage={PAGE_SIZE.mine}
      notice={<Intro />}
      messages={{ loadFailed: 'deleted.loadFailed', stale: 'deleted.rowsKept' }}
      empty={{ title: 'deleted.empty', hint: 'deleted.emptyHint' }}
      skeletonRows={USUAL_COUNT}
      pages="deleted.pages"
      dialogs={<RowDialogs<DeletedReferralRecord> dialogs={dialogs} />}
    >
      <DataTable label="deleted.title" cardTitle={<NameField />}>
        <DataTable.Col
          label="deleted.name"
          field={NameField}
          cellClassName={styles.words}
          width={10}
          rowHeader
          card="none"
        />
        <DataTable.Col<DeletedReferralRecord>
          label="referrals.site"
          render={({ site }) => <ClampedText>{siteName(site.label)}</ClampedText>}
          cellClassName={styles.words}
          width={9}
        />
        <DataTable.Col label="referrals.status" field={parts.status} width={8} />
        <DataTable.Col
          label="deleted.at"
          render={() => <DateField source="deletion_date" showTime />}
          width={7}
        />
        <DataTable.Col
          label="deleted.by"
          field={DeleterField}
          cellClassName={styles.words}
          width={8}
        />
        <DataTable.Col
          label="deleted.reason"
          field={DeleteReasonField}
          cellClassName={styles.words}
          width={11}
        />
        <DataTable.Col label="deleted.until" field={LastDayField} width={7} />
        <DataTable.Col label="deleted.todo" field={ActionsField} width={9} card="actions" />
      </DataTable>
    </List>
  );
}

/** What the list has, and for how long. */
function Intro() {
  const t = useStaffT();
  const days = useDeletedDays();
  return (
    <p className={`${styles.intro} screen-only`}>
      {days === null ? t('deleted.intro') : t('deleted.introDays', { smart_count: days })}
    </p>
  );
}

const createDialogs = (parts: ReferralParts) => ({
  details: (props: RowDialogProps<DeletedReferralRecord>) => (
    <DeletedReferralDialog {...props} parts={parts} />
  ),
  putBack: PutBackDialog,
});
