import { useRef } from 'react';
import type { AccountRecord } from '../../dataProvider/accounts';
import { useStaffT } from '../../i18n/useStaffT';
import { ListView } from '../../admin/list/ListView';
import { ListPages } from '../../admin/list/Pagination';
import { StaleDataNotice } from '../../admin/list/StaleDataNotice';
import { useIsNarrow } from '../../admin/useIsNarrow';
import { SectionHeading } from '../../admin/layout/SectionHeading';
import { PendingCards } from './PendingCards';
import { PendingTable } from './PendingTable';
import styles from './PendingUsers.module.css';
import { usePendingUsers } from './usePendingUsers';

/** Hardly ever more: they are approved as they come. */
const LIKELY_ROWS = 2;

/** What draws the rows. */
export interface PendingRowsProps {
  readonly rows: readonly AccountRecord[];
  /** The ids of those approved since the rows were fetched. */
  readonly approved: ReadonlySet<string>;
  readonly onApproved: (id: string) => void;
}

/** Who has registered and waits to be let in (spec section 2, "Profile page"). */
export function PendingUsers() {
  const t = useStaffT();
  const heading = useRef<HTMLHeadingElement>(null);
  const { list, approved, markApproved } = usePendingUsers(heading);
  const Rows = useIsNarrow() ? PendingCards : PendingTable;

  return (
    <section className={styles.panel}>
      <SectionHeading ref={heading}>{t('pendingUsers.title')}</SectionHeading>
      {list.rows && list.error && (
        <StaleDataNotice text={t('pendingUsers.rowsKept')} onTryAgain={list.tryAgain} />
      )}
      <ListView
        list={list}
        loadFailed={t('pendingUsers.loadFailed')}
        empty={{ title: t('pendingUsers.empty') }}
        heading={heading}
        likely={LIKELY_ROWS}
      >
        <Rows rows={list.rows ?? []} approved={approved} onApproved={markApproved} />
      </ListView>
      <ListPages
        label={t('pendingUsers.pages')}
        page={list.page}
        pages={list.pages}
        onChange={list.goToPage}
      />
    </section>
  );
}
