import type { ReactNode } from 'react';
import { ListContextProvider, type RaRecord, ResourceContextProvider } from 'react-admin';
import type { Feature } from '../../../contract/calls/extras';
import type { StaffTextKey } from '../../i18n/textKeys';
import { useStaffT } from '../../i18n/useStaffT';
import { PageHeading, usePageTitle } from '../../shared/PageHeading';
import { useFeatureStatus } from '../../shared/useFeature';
import styles from './List.module.css';
import { ListStatus, LoadingRows } from './ListPlaceholders';
import { ListView, type ListViewProps } from './ListView';
import { Pagination } from './Pagination';
import { listKey, type ListOptions, usePagedListController } from './usePagedListController';
import { useRestoreScroll } from './useRestoreScroll';

interface Props<R extends RaRecord>
  extends Omit<ListOptions<R>, 'heading'>, Omit<ListViewProps, 'heading'> {
  /** The page's heading, and its title in the browser. */
  readonly title: StaffTextKey;
  /** Buttons beside the heading. */
  readonly actions?: ReactNode;
  /** The confidentiality notice of a printed list. */
  readonly confidential?: StaffTextKey;
  /** A search box in the head of the page. */
  readonly search?: ReactNode;
  /** Between heading and filters. */
  readonly notice?: ReactNode;
  /** Above the filters. */
  readonly tabs?: ReactNode;
  readonly filters?: ReactNode;
  /** The accessible name of the pagination. */
  readonly pages: StaffTextKey;
  /** Dialogs on records. */
  readonly dialogs?: ReactNode;
  /** The feature of the server that the list needs, and the text of a server without it. */
  readonly feature?: { readonly name: Feature; readonly missing: StaffTextKey };
}

/** A list page: fetches the records and shows heading, actions, filters, rows and pagination. */
export function List<R extends RaRecord>({
  title,
  actions,
  confidential,
  search,
  notice,
  tabs,
  filters,
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
      <>
        <TopToolbar title={t(title)}>{actions}</TopToolbar>
        <div>
          <ListStatus
            isLoading={featureStatus === 'unknown'}
            empty={featureStatus === 'missing' ? { title: t(feature.missing) } : undefined}
          />
          {featureStatus === 'unknown' && <LoadingRows />}
        </div>
      </>
    );
  }
  return (
    <ListBase resource={resource} storeKey={storeKey} {...options}>
      <TopToolbar title={t(title)} search={search}>
        {actions}
      </TopToolbar>
      {confidential && <p className="paper-only">{t(confidential)}</p>}
      {notice}
      {tabs}
      {filters}
      <ListView messages={messages} empty={empty} skeletonRows={skeletonRows}>
        {children}
      </ListView>
      <Pagination label={pages} />
      {dialogs}
      <ScrollRestoration storeKey={storeKey} />
    </ListBase>
  );
}

/** After the page's heading, which scrolls the window to its top. */
function ScrollRestoration({ storeKey }: { storeKey: string | false }) {
  useRestoreScroll(listKey(storeKey, 'scroll'));
  return null;
}

/** Fetches a list and provides it as ListContext. */
export function ListBase<R extends RaRecord>({
  children,
  ...options
}: ListOptions<R> & { children: ReactNode }) {
  const controller = usePagedListController<R>(options);
  return (
    <ResourceContextProvider value={options.resource}>
      <ListContextProvider value={controller}>{children}</ListContextProvider>
    </ResourceContextProvider>
  );
}

/** The heading of a list page, with its actions. */
export function TopToolbar({
  title,
  search,
  children,
}: {
  title: string;
  search?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className={styles.head}>
      <PageHeading>{title}</PageHeading>
      {search && <div className={styles.search}>{search}</div>}
      <div className={styles.actions}>{children}</div>
    </div>
  );
}
