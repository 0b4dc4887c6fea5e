import { type ReactNode, useMemo } from 'react';
import { useCanAccess } from 'react-admin';
import type { WorklistSort } from '../../../../contract/staffConstants';
import { ClampedText, DataTable, DateField } from '../../../admin';
import { RESOURCES } from '../../../app/routes';
import { useFeature } from '../../../app/useFeature';
import type { ReferralRecord } from '../../../dataProvider/referrals';
import { NumberCell } from '../contact/ContactLine';
import {
  ReferrerField,
  SexField,
  SiteField,
  StatusField,
  SubstancesField,
} from '../referralFields';
import { EntryDate } from './EntryDate';
import { OwnerCell, OwnerHead } from './Owner';
import styles from './referralColumns.module.css';
import {
  AccountStatusField,
  DeleteButton,
  OpenReferralButton,
  NameField,
  SeeNotesButton,
} from './rowFields';
import { WaitingField } from './Waiting';

/**
 * The columns in the order of the specification (section 2), and between them the owner and the waiting time, on a server that
 * knows owners and sorts by the waiting time.
 */
export function useReferralColumns(canEdit: boolean | undefined, isWorklist: boolean): ReactNode {
  const { canAccess: canDelete } = useCanAccess({
    resource: RESOURCES.referrals,
    action: 'delete',
  });
  const { canAccess: canCreateLogin = false } = useCanAccess({
    resource: RESOURCES.referrals,
    action: 'createLogin',
  });
  const hasOwners = useFeature('owners');
  return useMemo(() => {
    const sortBy = (field: WorklistSort) => (isWorklist ? field : undefined);
    return (
      <>
        <DataTable.Col
          label="referrals.accountStatus"
          render={() => <AccountStatusField canCreateLogin={canCreateLogin} />}
          width={3.625}
          card="actions"
        />
        <DataTable.Col
          label="referrals.firstName"
          field={NameField}
          cellClassName={styles.name}
          width={8}
          minWidth={6.25}
          givesWay={9}
          rowHeader
          pin="start"
          hideable={false}
        />
        <DataTable.Col<ReferralRecord>
          label="referrals.lastName"
          source="last_name"
          sortBy={sortBy('name')}
          cellClassName={styles.name}
          width={8}
          minWidth={5.75}
          givesWay={8}
          hideable={false}
        />
        <DataTable.Col<ReferralRecord>
          label="referrals.contactNumber"
          render={({ contact_number }) => (
            <NumberCell>
              <ClampedText>{contact_number}</ClampedText>
            </NumberCell>
          )}
          width={6.25}
        />
        <DataTable.Col
          label="referrals.site"
          field={SiteField}
          sortBy={sortBy('site')}
          cellClassName={styles.name}
          width={8}
          minWidth={4.5}
          givesWay={4}
        />
        <DataTable.Col label="referrals.sex" field={SexField} width={4} />
        <DataTable.Col
          label="referrals.dob"
          render={() => <DateField source="dob" />}
          width={5.25}
          minWidth={3.5}
          givesWay={5}
        />
        <DataTable.Col
          label="referrals.substances"
          field={SubstancesField}
          width={8.75}
          minWidth={5.25}
          givesWay={1}
        />
        <DataTable.Col
          label="referrals.status"
          field={StatusField}
          sortBy={sortBy('status')}
          width={9.125}
          minWidth={8.0625}
          givesWay={10}
        />
        {hasOwners && (
          <DataTable.Col
            label="owner.title"
            head={<OwnerHead />}
            field={OwnerCell}
            cellClassName={styles.name}
            width={6.5}
            minWidth={3.875}
            givesWay={7}
          />
        )}
        <DataTable.Col<ReferralRecord>
          label="referrals.trackingId"
          source="tracking_id"
          width={5.75}
          minWidth={3.75}
          givesWay={2}
        />
        <DataTable.Col
          label="referrals.referredBy"
          field={ReferrerField}
          cellClassName={styles.name}
          width={6.5}
          minWidth={4}
          givesWay={3}
        />
        <DataTable.Col
          label="referrals.entryDate"
          field={EntryDate}
          sortBy={sortBy('entry_date')}
          sortByOrder="DESC"
          width={4.25}
          minWidth={3.75}
          givesWay={3}
        />
        {isWorklist && (
          <DataTable.Col
            label="referrals.waiting"
            unit="referrals.businessDays"
            field={WaitingField}
            sortBy="waiting"
            sortByOrder="DESC"
            width={5.25}
            minWidth={5}
            givesWay={6}
          />
        )}
        <DataTable.Col
          label="referrals.notes"
          field={SeeNotesButton}
          width={4.5}
          minWidth={3.875}
          givesWay={2}
          card="actions"
        />
        <DataTable.Col
          label={canEdit ? 'referrals.update' : 'referrals.details'}
          render={() => <OpenReferralButton canEdit={canEdit} />}
          width={4.5}
          pin="end"
          card="actions"
          hideable={false}
        />
        {canDelete && (
          <DataTable.Col
            label="referrals.delete"
            field={DeleteButton}
            width={4}
            pin="end"
            card="actions"
            hideable={false}
          />
        )}
      </>
    );
  }, [canEdit, canDelete, canCreateLogin, hasOwners, isWorklist]);
}
