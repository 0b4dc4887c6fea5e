import { DataTable } from '../../../admin';
import { NumberLink } from '../contact/CallLink';
import { LogCallField } from '../contact/ContactLine';
import { OwnerCell } from '../list/Owner';
import { MarkedNumber } from '../reach/ReachWarning';
import { SiteField, StatusField } from '../referralFields';
import { AttemptsField, PersonField, ReasonField } from './todayFields';
import columns from '../list/referralColumns.module.css';

const NUMBER = (
  <MarkedNumber>
    <NumberLink />
  </MarkedNumber>
);

/** The columns of the list of today: the reason comes first. */
export const TODAY_COLUMNS = (
  <>
    <DataTable.Col label="today.why" field={ReasonField} width={13} minWidth={10} givesWay={6} />
    <DataTable.Col
      label="today.name"
      field={PersonField}
      cellClassName={columns.name}
      width={13}
      minWidth={9}
      givesWay={5}
      rowHeader
      hideable={false}
    />
    <DataTable.Col label="referrals.contactNumber" render={() => NUMBER} width={7.5} />
    <DataTable.Col
      label="referrals.site"
      field={SiteField}
      cellClassName={columns.name}
      width={9}
      minWidth={5}
      givesWay={2}
    />
    <DataTable.Col
      label="today.attempts"
      field={AttemptsField}
      cellClassName={columns.name}
      width={10}
      minWidth={7}
      givesWay={3}
    />
    <DataTable.Col
      label="owner.title"
      field={OwnerCell}
      cellClassName={columns.name}
      width={8}
      minWidth={4.5}
      givesWay={1}
    />
    <DataTable.Col
      label="referrals.status"
      field={StatusField}
      width={9.125}
      minWidth={8.0625}
      givesWay={4}
    />
    <DataTable.Col
      label="today.call"
      field={LogCallField}
      width={6}
      pin="end"
      card="none"
      hideable={false}
    />
  </>
);
