import { ListContextProvider, type RaRecord, ResourceContextProvider } from 'react-admin';
import type { Elements } from '../../app/elements';
import type { Feature } from '../../../contract/calls/extras';
import type { StaffTextKey } from '../../i18n/textKeys';
import { useStaffT } from '../../i18n/useStaffT';
import { PageHeading, usePageTitle } from '../../frame/PageHeading';
import { useFeatureStatus } from '../../app/useFeature';
import styles from './List.module.css';
import { DensityButton } from './DensityButton';
import { ConfidentialityNotice } from '../layout/ConfidentialityNotice';
import { ListFooter, ListFooterProvider } from './ListFooter';
import { ListStatus, LoadingRows } from './ListPlaceholders';
import { ListTotal, type TotalTexts } from './ListTotal';
import { ListView, type ListViewProps } from './ListView';
import { OpenRowProvider } from './openRecord';
import { Pagination } from './Pagination';
import { listKey, type ListOptions, usePagedListController } from './usePagedListController';
import { useRestoreScroll } from './useRestoreScroll';

interface Props<R extends RaRecord>
  extends Omit<ListOptions<R>, 'heading'>, Omit<ListViewProps, 'heading'> {
  /** The page's heading, and its title in the browser. */
  readonly title: StaffTextKey;
  /** How many records there are, beside the heading. */
  readonly total?: TotalTexts;
  /** Replaces the total while it shows something. The line keeps its height. */
  readonly news?: Elements;
  /** Whether the height of the rows can be chosen. */
  readonly hasDensity?: boolean;
  /** Buttons beside the heading. */
  readonly actions?: Elements;
  /** The main button, which floats above the rows in a narrow window. */
  readonly primaryAction?: Elements;
  /** The confidentiality notice of a printed list. */
  readonly confidential?: StaffTextKey;
  /** A search box in the head of the page. */
  readonly search?: Elements;
  /** Between heading and filters. */
  readonly notice?: Elements;
  readonly filters?: Elements;
  /** Between filters and rows. */
  readonly bulkBar?: Elements;
  /** The accessible name of the pagination. */
  readonly pages: StaffTextKey;
  /** Dialogs on records. */
  readonly dialogs?: Elements;
  /** The feature of the server that the list needs, and the text of a server without it. */
  readonly feature?: { readonly name: Feature; readonly missing: StaffTextKey };
}

/**
 * A list page: fetches the records and shows heading, total, actions, filters, rows and pagination. It fills the window.
 *
 * @example
 * <List<AccountRecord>
 *   resource={RESOURCES.accounts}
 *   title="accounts.title"
 *   perPage={25}
 *   filters={<AccountSearch />}
 *   messages={{ loadFailed: 'accounts.loadFailed', stale: 'accounts.rowsKept' }}
 *   empty={{ title: 'accounts.empty' }}
 *   pages="accounts.pages"
 * >
 *   <DataTable label="accounts.title">…</DataTable>
 * </List>
 */
export function List<R extends RaRecord>({
  title,
  total,
  news,
  hasDensity = true,
  actions,
  primaryAction,
  confidential,
  search,
  notice,
  filters,
  bulkBar,
  pages,
  dialogs,
  feature,
  messages,
  empty,
  skeletonRows,
  children,
  resource,
  storeKey = resource,
  ...options
}: Props<R>) {
  const t = useStaffT();
  usePageTitle(t(title));
  const featureStatus = useFeatureStatus(feature?.name);
  if (feature && featureStatus !== 'offered') {
    return (
      <ListPage>
        <TopToolbar title={t(title)}>{actions}</TopToolbar>
        <div>
          <ListStatus
            isLoading={featureStatus === 'unknown'}
            empty={featureStatus === 'missing' ? { title: t(feature.missing) } : undefined}
          />
          {featureStatus === 'unknown' && <LoadingRows />}
        </div>
      </ListPage>
    );
  }
  return (
    <ListBase resource={resource} storeKey={storeKey} {...options}>
      <ListPage>
        <TopToolbar
          title={t(title)}
          total={
            (total ?? news) && (
              <div className={styles.totals}>
                {news}
                {total && <ListTotal texts={total} />}
              </div>
            )
          }
          search={search}
          primaryAction={primaryAction}
        >
          {hasDensity && <DensityButton />}
          {actions}
        </TopToolbar>
        {confidential && <ConfidentialityNotice text={confidential} />}
        {notice}
        {filters}
        {bulkBar}
        <ListView messages={messages} empty={empty} skeletonRows={skeletonRows}>
          {children}
        </ListView>
        <ListFooter>
          <Pagination label={pages} />
        </ListFooter>
        {dialogs}
      </ListPage>
      <ScrollRestoration storeKey={storeKey} />
    </ListBase>
  );
}

/**
 * A page that fills the window; its rows scroll within it.
 *
 * @example
 * <ListPage>
 *   <TopToolbar title={t('sites.title')} />
 *   <SiteManager management={management} />
 * </ListPage>
 */
export function ListPage({ children }: { children: Elements }) {
  return (
    <ListFooterProvider>
      <div className={styles.page} data-fills-window>
        {children}
      </div>
    </ListFooterProvider>
  );
}

/** Rendered after the page's heading, whose effect scrolls the window to its top. */
function ScrollRestoration({ storeKey }: { storeKey: string | false }) {
  useRestoreScroll(listKey(storeKey, 'scroll'));
  return null;
}

/**
 * Fetches a list and provides it as ListContext.
 *
 * @example
 * <ListBase<AccountRecord> resource={RESOURCES.pendingUsers} perPage={10}>
 *   <ListView messages={messages} empty={{ title: 'pendingUsers.empty' }}>
 *     <DataTable label="pendingUsers.title">…</DataTable>
 *   </ListView>
 *   <Pagination label="pendingUsers.pages" />
 * </ListBase>
 */
export function ListBase<R extends RaRecord>({
  children,
  ...options
}: ListOptions<R> & { children: Elements }) {
  const controller = usePagedListController<R>(options);
  return (
    <ResourceContextProvider value={options.resource}>
      <ListContextProvider value={controller}>
        <OpenRowProvider>{children}</OpenRowProvider>
      </ListContextProvider>
    </ResourceContextProvider>
  );
}

interface TopToolbarProps {
  readonly title: string;
  readonly total?: Elements;
  readonly search?: Elements;
  readonly primaryAction?: Elements;
  readonly children?: Elements;
}

/**
 * The heading of a list page, with the number of its records, a search box and its actions.
 *
 * @example
 * <TopToolbar title={t('sites.title')}>
 *   <DensityButton />
 * </TopToolbar>
 */
export function TopToolbar({ title, total, search, primaryAction, children }: TopToolbarProps) {
  return (
    <div className={styles.head}>
      <div className={styles.heading}>
        <PageHeading>{title}</PageHeading>
        {total}
      </div>
      {search && <div className={styles.search}>{search}</div>}
      <div className={`${styles.actions} screen-only`}>
        {children}
        {primaryAction && <span className={styles.primary}>{primaryAction}</span>}
      </div>
    </div>
  );
}
