import type { ReactNode } from 'react';
import type { RaRecord } from 'react-admin';
import type { Feature } from '../../../contract/calls/extras';
import type { StaffTextKey } from '../../i18n/textKeys';
import { useStaffT } from '../../i18n/useStaffT';
import { PageHeading, usePageTitle } from '../../shared/PageHeading';
import { FeatureGate } from '../FeatureGate';
import styles from './List.module.css';
import { ListBase } from './ListBase';
import { ListView, type ListViewProps } from './ListView';
import { Pagination } from './Pagination';
import type { ListOptions } from './usePagedListController';

interface Props<R extends RaRecord> extends ListOptions<R>, ListViewProps {
  /** The page's heading, and its title in the browser. */
  readonly title: StaffTextKey;
  /** Buttons beside the heading. */
  readonly actions?: ReactNode;
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
export function List<R extends RaRecord>({ title, actions, feature, ...content }: Props<R>) {
  const t = useStaffT();
  usePageTitle(t(title));
  return (
    <>
      <TopToolbar title={t(title)}>{actions}</TopToolbar>
      {feature ? (
        <FeatureGate feature={feature.name} otherwise={t(feature.missing)}>
          <ListContent {...content} />
        </FeatureGate>
      ) : (
        <ListContent {...content} />
      )}
    </>
  );
}

function ListContent<R extends RaRecord>({
  notice,
  filters,
  pages,
  dialogs,
  messages,
  empty,
  heading,
  skeletonRows,
  children,
  ...options
}: Omit<Props<R>, 'title' | 'actions' | 'feature'>) {
  return (
    <ListBase {...options} heading={heading}>
      {notice}
      {filters}
      <ListView messages={messages} empty={empty} heading={heading} skeletonRows={skeletonRows}>
        {children}
      </ListView>
      <Pagination label={pages} />
      {dialogs}
    </ListBase>
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
