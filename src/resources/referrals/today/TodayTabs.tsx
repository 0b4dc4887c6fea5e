import { useListContext } from 'react-admin';
import type { TodayView } from '../../../../contract/entities/contact';
import { TODAY_VIEWS } from '../../../../contract/staffConstants';
import { RESOURCES } from '../../../app/routes';
import type { TodayFilter } from '../../../dataProvider/contact';
import { useStaffT } from '../../../i18n/useStaffT';
import { PageLink } from '../filter/WorklistTabs';
import tabs from '../filter/WorklistTabs.module.css';
import type { TodayListMeta } from './FinishedRows';
import styles from './today.module.css';
import { rememberView } from './useTodayView';

/** The list of today among the tabs of the referrals, and whose referrals it shows. */
export function TodayTabs() {
  const t = useStaffT();
  const { filterValues, setFilters, meta } = useListContext();
  const { view = 'mine' } = filterValues as TodayFilter;
  const { count } = (meta ?? {}) as Partial<TodayListMeta>;
  const choose = (chosen: TodayView) => {
    rememberView(chosen);
    setFilters({ view: chosen } satisfies TodayFilter);
  };
  return (
    <div className={styles.tabs}>
      <div className={`${tabs.tabs} screen-only`}>
        <PageLink resource={RESOURCES.today} label="tabs.today" count={count} isCurrent />
        <PageLink resource={RESOURCES.referrals} label="tabs.all" />
        <PageLink resource={RESOURCES.heldReferrals} feature="held" label="tabs.held" />
        <PageLink resource={RESOURCES.deletedReferrals} feature="deleted" label="tabs.deleted" />
        <div role="group" aria-label={t('owners.title')} className={tabs.owners}>
          {TODAY_VIEWS.map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={view === each}
              className={tabs.tab}
              onClick={() => choose(each)}
            >
              <span className={tabs.text}>{t(`today.${each}`)}</span>
            </button>
          ))}
        </div>
      </div>
    </div>
  );
}
