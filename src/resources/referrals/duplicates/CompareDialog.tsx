import type { ReactNode } from 'react';
import { RecordContextProvider } from 'react-admin';
import { toApiError } from '../../../api/ApiError';
import type { DuplicateField } from '../../../../contract/staffConstants';
import {
  CloseButton,
  DateField,
  Dialog,
  useOpenRelatedRecord,
  useWindowQuery,
} from '../../../admin';
import type { Comparison, DuplicateRecord } from '../../../dataProvider/duplicates';
import type { ReferralRecord } from '../../../dataProvider/referrals';
import type { StaffTextKey } from '../../../i18n/textKeys';
import { useStaffT } from '../../../i18n/useStaffT';
import { Button } from '../../../ui/Button';
import { FailureText } from '../../../ui/FailureText';
import { Loading } from '../../../app/lazyComponent';
import { ProblemMessage } from '../../../ui/Message';
import { ReachInstruction } from '../reach/ReachInstruction';
import {
  nameOf,
  NoteText,
  ReferrerDetails,
  SexField,
  SiteField,
  StatusField,
  SubstancesField,
} from '../referralFields';
import styles from './CompareDialog.module.css';
import { useComparison } from './useDuplicates';

interface Row {
  readonly label: StaffTextKey;
  readonly show: (referral: ReferralRecord) => ReactNode;
  /** The value to compare; without it, a difference says nothing about the person. */
  readonly getValue?: (referral: ReferralRecord) => unknown;
  /** The server has compared it, regardless of accents or a country code. */
  readonly field?: DuplicateField;
}

const ROWS: readonly Row[] = [
  { label: 'duplicates.name', field: 'name', show: (one) => <bdi>{nameOf(one)}</bdi> },
  { label: 'referrals.dob', field: 'dob', show: () => <DateField source="dob" /> },
  {
    label: 'referrals.contactNumber',
    field: 'contact_number',
    show: (one) => (
      <>
        <bdi>{one.contact_number}</bdi>
        <ReachInstruction referral={one} />
      </>
    ),
  },
  { label: 'referrals.sex', getValue: ({ sex }) => sex, show: () => <SexField /> },
  { label: 'referrals.site', getValue: ({ site }) => site.value, show: () => <SiteField /> },
  {
    label: 'referrals.substances',
    getValue: ({ substance }) => [...substance].toSorted((a, b) => a.localeCompare(b)),
    show: () => <SubstancesField />,
  },
  { label: 'referrals.status', getValue: ({ status }) => status, show: () => <StatusField /> },
  {
    label: 'referrals.referredBy',
    getValue: ({ user_info }) => user_info?.id ?? user_info?.fullname,
    show: () => <ReferrerDetails />,
  },
  { label: 'referrals.entryDate', show: () => <DateField source="entry_date" showTime /> },
  { label: 'referrals.trackingId', show: (one) => <bdi>{one.tracking_id}</bdi> },
  {
    label: 'referrals.notes',
    getValue: ({ notes }) => notes || null,
    show: (one) => <NoteText notes={one.notes} />,
  },
];

interface Props {
  /** The id of the referral to compare with its possible duplicates. */
  readonly id: string;
  readonly onClose: () => void;
}

/** A referral and its possible duplicates side by side. It only shows them: nothing is merged. */
export function CompareDialog({ id, onClose }: Props) {
  const t = useStaffT();
  const { data, error, isPending, refetch } = useComparison(id);
  return (
    <Dialog title={t('duplicates.title')} width="lg" onClose={onClose} actions={<CloseButton />}>
      {isPending && <Loading />}
      {error && !data && (
        <ProblemMessage>
          <FailureText error={toApiError(error)} failed="duplicates.loadFailed" />
          <Button variant="secondary" onClick={() => void refetch()}>
            {t('app.tryAgain')}
          </Button>
        </ProblemMessage>
      )}
      {data && <ComparedReferrals comparison={data} onClose={onClose} />}
    </Dialog>
  );
}

function ComparedReferrals({
  comparison,
  onClose,
}: {
  comparison: Comparison;
  onClose: () => void;
}) {
  const t = useStaffT();
  const open = useOpenRelatedRecord();
  // Label and two values have no room beside each other on a phone: the label stands above them.
  const isNarrow = useWindowQuery('(max-width: 40rem)');
  const { referral, duplicates, more } = comparison;
  if (duplicates.length === 0) return <p>{t('duplicates.none')}</p>;
  const columns = [referral, ...duplicates];
  const openRecord = (id: string) => {
    onClose();
    open(id);
  };
  return (
    <div className={styles.parts}>
      <p>
        <span>{t('duplicates.intro')}</span>
        {more && <span>{` ${t('duplicates.more', { count: duplicates.length })}`}</span>}
      </p>
      <div className={styles.scroller}>
        <table
          aria-label={t('duplicates.title')}
          className={isNarrow ? styles.narrow : styles.table}
        >
          <thead>
            <tr>
              {!isNarrow && (
                <th scope="col">
                  <span className="visually-hidden">{t('duplicates.field')}</span>
                </th>
              )}
              <th scope="col">{t('duplicates.this')}</th>
              {duplicates.map(({ id }, index) => (
                <th key={id} scope="col">
                  {duplicates.length === 1
                    ? t('duplicates.other')
                    : t('duplicates.otherOf', { number: index + 1 })}
                </th>
              ))}
            </tr>
          </thead>
          {ROWS.map((row) => (
            <tbody key={row.label}>
              {isNarrow && (
                <tr>
                  <th scope="rowgroup" colSpan={columns.length}>
                    {t(row.label)}
                  </th>
                </tr>
              )}
              <tr>
                {!isNarrow && <th scope="row">{t(row.label)}</th>}
                <ValueCell row={row} referral={referral} />
                {duplicates.map((duplicate) => (
                  <ValueCell
                    key={duplicate.id}
                    row={row}
                    referral={duplicate}
                    agrees={agreement(row, referral, duplicate)}
                  />
                ))}
              </tr>
            </tbody>
          ))}
          <tbody>
            <tr>
              {!isNarrow && (
                <th scope="row">
                  <span className="visually-hidden">{t('duplicates.open')}</span>
                </th>
              )}
              {columns.map(({ id, tracking_id }) => (
                <td key={id}>
                  <OpenButton trackingId={tracking_id} onClick={() => openRecord(id)} />
                </td>
              ))}
            </tr>
          </tbody>
        </table>
      </div>
    </div>
  );
}

function OpenButton({ trackingId, onClick }: { trackingId: string; onClick: () => void }) {
  const t = useStaffT();
  return (
    <Button variant="secondary" onClick={onClick}>
      <span>{t('duplicates.open')}</span> <span className="visually-hidden">{trackingId}</span>
    </Button>
  );
}

/** Whether a possible duplicate agrees with the referral in a row; undefined if that says little about the person. */
function agreement(
  { field, getValue }: Row,
  referral: ReferralRecord,
  duplicate: DuplicateRecord,
): boolean | undefined {
  if (field) return duplicate.same.includes(field);
  const isSame =
    !getValue || JSON.stringify(getValue(referral)) === JSON.stringify(getValue(duplicate));
  return isSame ? undefined : false;
}

interface ValueCellProps {
  row: Row;
  referral: ReferralRecord;
  /** Whether it agrees with the first column; undefined for no mark. */
  agrees?: boolean | undefined;
}

function ValueCell({ row, referral, agrees }: ValueCellProps) {
  const t = useStaffT();
  return (
    <td className={agrees === false ? styles.differs : undefined}>
      <RecordContextProvider value={referral}>{row.show(referral)}</RecordContextProvider>
      {agrees !== undefined && (
        <p className={styles.mark}>
          <span aria-hidden="true">{agrees ? '=' : '≠'}</span>{' '}
          <span>{t(agrees ? 'duplicates.agrees' : 'duplicates.differs')}</span>
        </p>
      )}
    </td>
  );
}
