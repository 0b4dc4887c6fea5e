/** The list as in react-admin's documentation: the same columns as ours, a filter by status, no more. */
import simpleRestProvider from 'ra-data-simple-rest';
import {
  Admin,
  Datagrid,
  DateField,
  FunctionField,
  List,
  Resource,
  TextField,
  useListContext,
} from 'react-admin';
import { REFERRAL_STATUSES } from '../../../contract/staffConstants';
import { start } from './start';

function StatusButtons() {
  const { setFilters } = useListContext();
  return (
    <div>
      {REFERRAL_STATUSES.map((status) => (
        <button
          key={status}
          type="button"
          data-status={status}
          onClick={() => setFilters({ status })}
        >
          {status}
        </button>
      ))}
    </div>
  );
}

function ReferralList() {
  return (
    <List perPage={25} exporter={false} actions={<StatusButtons />}>
      <Datagrid bulkActionButtons={false} rowClick={false}>
        <TextField source="has_account" />
        <TextField source="first_name" />
        <TextField source="last_name" />
        <TextField source="contact_number" />
        <TextField source="site.label" />
        <TextField source="sex" />
        <TextField source="dob" />
        <FunctionField
          source="substance"
          render={(record: { substance: string[] }) => record.substance.join(', ')}
        />
        <TextField source="status" />
        <TextField source="tracking_id" />
        <TextField source="user_info.fullname" />
        <DateField source="entry_date" />
        <TextField source="notes" />
      </Datagrid>
    </List>
  );
}

start(
  <Admin dataProvider={simpleRestProvider('/api')} disableTelemetry>
    <Resource name="referrals" list={ReferralList} />
  </Admin>,
);
