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
import { type ListOptions, usePagedListController } from './usePagedListController';

interface Props<R extends RaRecord>
  extends Omit<ListOptions<R>, 'heading'>, Omit<ListViewProps, 'heading'> {
  /** The page's heading, and its title in the browser. */
  readonly title: StaffTextKey;
  /** Buttons beside the heading. */
  readonly actions?: ReactNode;
  /** The confidentiality notice of a printed list. */
  readonly confidential?: StaffTextKey;
  /** Between heading and filters. */
  readonly notice?: ReactNode;
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
  notice,
  filters,
  pages,
  dialogs,
  feature,
  messages,
  empty,
  skeletonRows,
  children,
  ...options
}: Props<R>) {
  const t = useStaffT();
  usePageTitle(t(title));
  const featureStatus = useFeatureStatus(feature?.name);
  return (
    <>
      <TopToolbar title={t(title)}>{actions}</TopToolbar>
      {featureStatus === 'offered' ? (
        <ListBase {...options}>
          {confidential && <p className="paper-only">{t(confidential)}</p>}
          {notice}
          {filters}
          <ListView messages={messages} empty={empty} skeletonRows={skeletonRows}>
            {children}
          </ListView>
          <Pagination label={pages} />
          {dialogs}
        </ListBase>
      ) : (
        <div>
          <ListStatus
            isLoading={featureStatus === 'unknown'}
            empty={
              feature && featureStatus === 'missing' ? { title: t(feature.missing) } : undefined
            }
          />
          {featureStatus === 'unknown' && <LoadingRows />}
        </div>
      )}
    </>
  );
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
export function TopToolbar({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className={styles.head}>
      <PageHeading>{title}</PageHeading>
      <div className={styles.actions}>{children}</div>
    </div>
  );
}
