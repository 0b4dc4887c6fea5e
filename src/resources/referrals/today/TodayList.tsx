import { useEffect, useEffectEvent, useRef } from 'react';
import { Navigate } from 'react-router';
import { type RaRecord, useCanAccess, useListContext } from 'react-admin';
import { PAGE_SIZE } from '../../../../contract/staffConstants';
import {
  ColumnsButton,
  ConfidentialityNotice,
  CreateInDialogButton,
  DataTable,
  DensityButton,
  type EmptyState,
  KeysButton,
  ListBase,
  ListFooter,
  ListPage,
  ListView,
  Pagination,
  TopToolbar,
  useCountQuery,
  useToday,
} from '../../../admin';
import type { Elements } from '../../../app/elements';
import { Loading } from '../../../app/lazyComponent';
import { RESOURCES, routes } from '../../../app/routes';
import { useOffersBulk } from '../../../bulk/bulkJob';
import type { TodayFilter, TodayRecord } from '../../../dataProvider/contact';
import { usePageTitle } from '../../../frame/PageHeading';
import { formatNumber } from '../../../i18n/format';
import { useLanguage } from '../../../i18n/I18nProvider';
import { useStaffT } from '../../../i18n/useStaffT';
import { Button, ButtonLink } from '../../../ui/Button';
import { StatusMessage } from '../../../ui/Message';
import { AddReferralDialog } from '../add/AddReferralDialog';
import { DuplicateMarks } from '../duplicates/DuplicateMark';
import { BULK_ACTIONS, ReferralDialogs } from '../list/ReferralList';
import { useMayAct } from '../useFollowUpRules';
import { LogCallField } from '../contact/ContactLine';
import { formatDayName } from '../contact/dayTexts';
import { FinishedRows, type TodayListMeta, type TodayRow } from './FinishedRows';
import { HandOverLine } from './HandOverLine';
import styles from './today.module.css';
import { CompactTodayRow } from './todayFields';
import { TodayTabs } from './TodayTabs';
import { TODAY_COLUMNS } from './todayColumns';
import { useFirstView } from './useTodayView';

const ROW = <CompactTodayRow />;
const LOG_CALL = <LogCallField />;
const isDue = (row: RaRecord) => (row as TodayRow).finished === undefined;
const classOf = (row: RaRecord) => (isDue(row) ? undefined : styles.finished);

interface Props {
  /** Further buttons beside 'Add Referral'. */
  readonly moreActions?: Elements;
  /** Above the list. */
  readonly notice?: Elements;
}

/** Whom to call today, most pressing first. Who may act on no referral is led to all of them. */
export function TodayList(props: Props) {
  const mayAct = useMayAct();
  if (mayAct === undefined) return <Loading />;
  return mayAct ? <List {...props} /> : <Navigate to={routes.referrals.path} replace />;
}

function List({ moreActions, notice }: Props) {
  const t = useStaffT();
  const view = useFirstView();
  usePageTitle(t('today.title'));
  return (
    <ListBase<TodayRecord>
      resource={RESOURCES.today}
      perPage={PAGE_SIZE.mine}
      filterDefaultValues={{ view } satisfies TodayFilter}
    >
      <FinishedRows>
        <ListPage>
          <TopToolbar
            title={t('today.title')}
            total={
              <>
                <Total />
                <News />
              </>
            }
            primaryAction={
              <CreateInDialogButton
                resource={RESOURCES.referrals}
                label={t('referrals.add')}
                dialog={AddReferralDialog}
              />
            }
          >
            <DensityButton />
            <KeysButton isIcon />
            <ColumnsButton>{TODAY_COLUMNS}</ColumnsButton>
            {moreActions}
          </TopToolbar>
          <ConfidentialityNotice text="referrals.confidential" />
          {notice}
          <TodayTabs />
          <HeldLine />
          <LeftLine />
          <GroupHeading />
          <DoneNote />
          <Rows />
          <FromBeforeButton />
          <ListFooter>
            <Pagination label="today.pages" />
          </ListFooter>
          <ReferralDialogs />
        </ListPage>
      </FinishedRows>
    </ListBase>
  );
}

const useTodayList = () => {
  const list = useListContext<TodayRow>();
  const { view = 'mine', group = 'due' } = list.filterValues as TodayFilter;
  const meta = (list.meta ?? {}) as Partial<TodayListMeta>;
  return { ...list, view, group, numbers: list.data ? meta : {} };
};

function Rows() {
  const offersBulk = useOffersBulk();
  const { canAccess: canAdd = false } = useCanAccess({
    resource: RESOURCES.referrals,
    action: 'create',
  });
  const { group, numbers } = useTodayList();
  return (
    <ListView
      messages={{ loadFailed: 'today.loadFailed', stale: 'today.rowsKept' }}
      empty={emptyState(group, canAdd, numbers.nextDay)}
    >
      <DuplicateMarks>
        <DataTable
          label="today.table"
          compactRow={ROW}
          compactAction={LOG_CALL}
          foldActions
          rowClick
          rowClassName={classOf}
          isRowSelectable={isDue}
          bulkActionButtons={offersBulk && BULK_ACTIONS}
        >
          {TODAY_COLUMNS}
        </DataTable>
      </DuplicateMarks>
    </ListView>
  );
}

const emptyState = (
  group: TodayFilter['group'],
  canAdd: boolean,
  nextDay: string | null | undefined,
): EmptyState =>
  group === 'fromBefore'
    ? { title: 'today.fromBeforeEmpty' }
    : {
        title: 'today.empty',
        ...(canAdd && { hint: 'today.emptyHint' }),
        more: (
          <>
            {nextDay && <NextDay day={nextDay} />}
            <AllLink />
          </>
        ),
      };

function AllLink() {
  const t = useStaffT();
  return (
    <ButtonLink variant="secondary" to={routes.referrals.path}>
      {t('today.all')}
    </ButtonLink>
  );
}

function NextDay({ day }: { day: string }) {
  const t = useStaffT();
  const { language } = useLanguage();
  return <p>{t('today.next', { day: formatDayName(day, language) })}</p>;
}

/** How much is to do in the view. */
function Total() {
  const t = useStaffT();
  const { language } = useLanguage();
  const { count } = useTodayList().numbers;
  if (count === undefined) return null;
  return (
    <p className={styles.count}>
      {t('today.count', { smart_count: count, total: formatNumber(count, language) })}
    </p>
  );
}

/**
 * Says how much more is to do by now than the rows show, in the view that is counted every minute; a button shows it. A new day is a
 * new list.
 */
function News() {
  const t = useStaffT();
  const today = useToday();
  const { view, group, numbers, isFetching = false, setFilters } = useTodayList();
  const { count: counted, countedAt } = useCountQuery(RESOURCES.today);
  const { count = 0, readAt = Infinity } = numbers;
  // A count from before the list says nothing.
  const isNewer = view === 'mine' && !isFetching && countedAt >= readAt;
  const more = isNewer && counted !== null ? counted - count : 0;
  const show = useEffectEvent(() => setFilters({ view, group } satisfies TodayFilter));
  const day = useRef(today);
  useEffect(() => {
    if (day.current === today) return;
    day.current = today;
    show();
  }, [today]);
  return (
    <div role="status">
      {more > 0 && (
        <Button
          variant="quiet"
          onClick={() => {
            setFilters({ view, group } satisfies TodayFilter);
            // The button disappears with the focus.
            document.querySelector('h1')?.focus({ preventScroll: true });
          }}
        >
          {t('today.more', { smart_count: more })}
        </Button>
      )}
    </div>
  );
}

/** Says that the day is done once nothing in sight is left to do. */
function DoneNote() {
  const t = useStaffT();
  const { language } = useLanguage();
  const { data = [], group, numbers } = useTodayList();
  const isDone = group === 'due' && numbers.count === 0 && data.length > 0;
  const { nextDay } = numbers;
  return (
    <StatusMessage>
      {isDone && (
        <p>
          <span>{t('today.done')}</span>
          {nextDay && (
            <span>{` ${t('today.next', { day: formatDayName(nextDay, language) })}`}</span>
          )}
        </p>
      )}
    </StatusMessage>
  );
}

/** How many referrals are held, with a link to them. */
function HeldLine() {
  const t = useStaffT();
  const { held = 0 } = useTodayList().numbers;
  if (held === 0) return null;
  return (
    <div className={`${styles.bar} screen-only`}>
      <p className={styles.held}>{t('held.waiting', { smart_count: held })}</p>
      <ButtonLink variant="quiet" to={routes.heldReferrals.path}>
        {t('held.look')}
      </ButtonLink>
    </div>
  );
}

/** How many open referrals are of owners who left. */
function LeftLine() {
  const { left = 0 } = useTodayList().numbers;
  return <HandOverLine count={left} />;
}

/** Opens the group of what is open from before the upgrade, which is folded. */
function FromBeforeButton() {
  const t = useStaffT();
  const { language } = useLanguage();
  const { view, group, numbers, setFilters } = useTodayList();
  const { from_before: count = 0 } = numbers;
  if (group !== 'due' || count === 0) return null;
  return (
    <div className={`${styles.bar} screen-only`}>
      <Button
        variant="quiet"
        aria-expanded={false}
        onClick={() => setFilters({ view, group: 'fromBefore' } satisfies TodayFilter)}
      >
        {t('today.fromBefore', { count: formatNumber(count, language) })}
      </Button>
    </div>
  );
}

/** The heading of that group while it is open. */
function GroupHeading() {
  const t = useStaffT();
  const { language } = useLanguage();
  const { view, group, numbers, setFilters } = useTodayList();
  if (group !== 'fromBefore') return null;
  const count = formatNumber(numbers.from_before ?? 0, language);
  return (
    <div className={styles.bar}>
      <Button
        variant="quiet"
        aria-expanded
        onClick={() => setFilters({ view } satisfies TodayFilter)}
      >
        {t('today.fromBefore', { count })}
      </Button>
      <p className={styles.held}>{t('today.fromBeforeHint')}</p>
    </div>
  );
}
