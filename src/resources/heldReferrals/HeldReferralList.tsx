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
import { useOffersBulk } from '../../bulk/bulkJob';
import type { HeldReferralRecord } from '../../dataProvider/heldReferrals';
import { useSiteName } from '../../i18n/useSiteName';
import { useStaffT } from '../../i18n/useStaffT';
import { HeldBulkActions } from './HeldBulkActions';
import { HeldReferralDialog, type ReferralParts } from './HeldReferralDialog';
import { ActionsField, HoldReasonField, NameField } from './heldReferralFields';
import styles from './HeldReferralList.module.css';

/** Skeleton rows: usually few referrals wait, as they are handled as they arrive. */
const USUAL_COUNT = 3;

/**
 * Referrals of guests that the server holds as possible spam, for super users to release or delete.
 * @param parts how the referrals resource shows and deletes a referral
 */
export function HeldReferralList({ parts }: { parts: ReferralParts }) {
  const t = useStaffT();
  const siteName = useSiteName();
  const offersBulk = useOffersBulk();
  const dialogs = useMemo(() => createDialogs(parts), [parts]);
  return (
    <List<HeldReferralRecord>
      resource={RESOURCES.heldReferrals}
      feature={{ name: 'held', missing: 'held.notOffered' }}
      title="held.title"
      confidential="referrals.confidential"
      perPage={PAGE_SIZE.mine}
      notice={<p className={`${styles.intro} screen-only`}>{t('held.intro')}</p>}
      messages={{ loadFailed: 'held.loadFailed', stale: 'held.rowsKept' }}
      empty={{ title: 'held.empty', hint: 'held.emptyHint' }}
      skeletonRows={USUAL_COUNT}
      pages="held.pages"
      dialogs={<RowDialogs<HeldReferralRecord> dialogs={dialogs} />}
    >
      <DataTable
        label="held.title"
        cardTitle={<NameField />}
        bulkActionButtons={offersBulk && <HeldBulkActions />}
      >
        <DataTable.Col
          label="held.name"
          field={NameField}
          cellClassName={styles.words}
          width={12}
          rowHeader
          card="none"
        />
        <DataTable.Col
          label="held.reason"
          field={HoldReasonField}
          cellClassName={styles.words}
          width={16}
        />
        <DataTable.Col<HeldReferralRecord>
          label="referrals.site"
          render={({ site }) => <ClampedText>{siteName(site.label)}</ClampedText>}
          cellClassName={styles.words}
          width={12}
        />
        <DataTable.Col<HeldReferralRecord>
          label="referrals.contactNumber"
          source="contact_number"
          width={8}
        />
        <DataTable.Col
          label="held.arrived"
          render={() => <DateField source="entry_date" showTime />}
          width={9}
        />
        <DataTable.Col label="held.todo" field={ActionsField} width={16} card="actions" />
      </DataTable>
    </List>
  );
}

const createDialogs = (parts: ReferralParts) => ({
  details: (props: RowDialogProps<HeldReferralRecord>) => (
    <HeldReferralDialog {...props} parts={parts} />
  ),
  delete: parts.deleteDialog,
});
