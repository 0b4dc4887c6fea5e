import { useRef } from 'react';
import { useRefresh } from 'react-admin';
import { PAGE_SIZE } from '../../../contract/constants';
import type { AccountRecord } from '../../dataProvider/accounts';
import { useStaffT } from '../../i18n/useStaffT';
import { ListBody } from '../../staff/ListBody';
import { ListPages } from '../../staff/ListPages';
import { RowsKept } from '../../staff/RowsKept';
import { useIsNarrow } from '../../staff/useIsNarrow';
import { usePagedList } from '../../staff/usePagedList';
import { SectionHeading } from '../SectionHeading';
import { PendingCards } from './PendingCards';
import { PendingTable } from './PendingTable';
import styles from './PendingUsers.module.css';
import { useCalmly } from './useCalmly';

/** Hardly ever more: they are approved as they come. */
const LIKELY_ROWS = 2;

/** What draws the rows. */
export interface PendingRowsProps {
  readonly rows: readonly AccountRecord[];
  readonly refetch: () => void;
}

/** Who has registered and waits to be let in (spec section 2, "Profile page"). */
export function PendingUsers() {
  const t = useStaffT();
  const heading = useRef<HTMLHeadingElement>(null);
  const perPage = PAGE_SIZE.pending;
  const list = usePagedList<AccountRecord>('pending-users', { perPage, heading });
  const refetch = useCalmly(useRefresh());
  const Rows = useIsNarrow() ? PendingCards : PendingTable;

  return (
    <section className={styles.panel}>
      <SectionHeading ref={heading}>{t('pendingUsers.title')}</SectionHeading>
      {list.rows && list.error && (
        <RowsKept text={t('pendingUsers.rowsKept')} onTryAgain={list.tryAgain} />
      )}
      <ListBody
        list={list}
        loadFailed={t('pendingUsers.loadFailed')}
        empty={{ title: t('pendingUsers.empty') }}
        heading={heading}
        likely={LIKELY_ROWS}
      >
        <Rows rows={list.rows ?? []} refetch={refetch} />
      </ListBody>
      <ListPages
        label={t('pendingUsers.pages')}
        page={list.page}
        pages={list.pages}
        onChange={list.goToPage}
      />
    </section>
  );
}
