import { useEffect, useId, useRef } from 'react';
import { useCanAccess, useListContext } from 'react-admin';
import { Link } from 'react-router';
import type { Feature } from '../../../../contract/calls/extras';
import { OWNER_FILTERS } from '../../../../contract/staffConstants';
import { useCount } from '../../../admin';
import { RESOURCES } from '../../../app/routes';
import { useFeature } from '../../../app/useFeature';
import type { WorklistMeta } from '../../../dataProvider/referrals';
import type { WorklistFilter } from '../../../dataProvider/worklist';
import { formatNumber } from '../../../i18n/format';
import { useLanguage } from '../../../i18n/I18nProvider';
import type { StaffTextKey } from '../../../i18n/textKeys';
import { useStaffT, useValueText } from '../../../i18n/useStaffT';
import { withFilter } from './filterValues';
import { useMayAct } from '../useFollowUpRules';
import { useCanOwn, useStatuses } from './useFilterChoices';
import styles from './WorklistTabs.module.css';

/** Tabs that choose status and owner, each with its number of referrals. Other filters stay. */
export function WorklistTabs() {
  const isOffered = useFeature('worklist');
  const tabs = useShowChosen();
  if (!isOffered) return null;
  return (
    <div ref={tabs} className={`${styles.tabs} screen-only`}>
      <TodayLink />
      <StatusTabs />
      <PageLink resource={RESOURCES.heldReferrals} feature="held" label="tabs.held" />
      <PageLink resource={RESOURCES.deletedReferrals} feature="deleted" label="tabs.deleted" />
      <OwnerTabs />
    </div>
  );
}

function useWorklist() {
  const { filterValues, setFilters, meta } = useListContext();
  const filter = filterValues as WorklistFilter;
  const { counts } = (meta ?? {}) as Partial<WorklistMeta>;
  const choose = (name: keyof WorklistFilter, value: string) =>
    setFilters(withFilter(filter, name, value));
  return { filter, counts, choose };
}

/** Radio buttons that look like tabs: one of them is chosen, and the arrow keys choose another. */
function StatusTabs() {
  const t = useStaffT();
  const valueText = useValueText();
  const group = useId();
  const { filter, counts, choose } = useWorklist();
  const chosen = filter.referral_status ?? '';
  const countOf = (status: string) =>
    (counts?.statuses as Partial<Record<string, number>> | undefined)?.[status];
  const tab = (status: string, label: string, count: number | undefined) => (
    <label key={status} className={styles.tab}>
      <input
        type="radio"
        name={group}
        value={status}
        checked={status === chosen}
        onChange={() => choose('referral_status', status)}
      />
      <TabText label={label} count={count} />
    </label>
  );
  return (
    <div role="radiogroup" aria-label={t('referralFilters.status')} className={styles.group}>
      {tab('', t('tabs.all'), counts?.all)}
      {useStatuses().map((status) =>
        tab(status, valueText('referralStatus', status), countOf(status)),
      )}
    </div>
  );
}

/** The list of today comes first, for who may act on referrals. */
function TodayLink() {
  return useMayAct() && <PageLink resource={RESOURCES.today} label="tabs.today" />;
}

interface PageLinkProps {
  readonly resource: string;
  readonly feature?: Feature;
  readonly label: StaffTextKey;
  /** The number on the page that is open, which knows it. */
  readonly count?: number | undefined;
  readonly isCurrent?: boolean;
}

/** A link to the page of referrals that no tab has, such as those held, for people who may open it. */
export function PageLink({ resource, feature, label, count: known, isCurrent }: PageLinkProps) {
  const t = useStaffT();
  const isOffered = useFeature(feature);
  const { canAccess = false } = useCanAccess({ resource, action: 'list' });
  const isShown = isOffered && canAccess;
  const count = useCount(resource, { enabled: isShown && known === undefined && !isCurrent });
  return (
    isShown && (
      <Link
        to={`/${resource}`}
        aria-current={isCurrent ? 'page' : undefined}
        className={styles.tab}
      >
        <TabText label={t(label)} count={known ?? count} />
      </Link>
    )
  );
}

/** 'Mine' and 'Unassigned', each on or off: without them, referrals of any owner are shown. */
function OwnerTabs() {
  const t = useStaffT();
  const canOwn = useCanOwn();
  const { filter, counts, choose } = useWorklist();
  if (!canOwn) return null;
  const tab = (owner: string, label: string, count: number | undefined) => {
    const isOn = filter.owner === owner;
    return (
      <button
        type="button"
        aria-pressed={isOn}
        className={styles.tab}
        onClick={() => choose('owner', isOn ? '' : owner)}
      >
        <TabText label={label} count={count} />
      </button>
    );
  };
  return (
    <div role="group" aria-label={t('owners.title')} className={styles.owners}>
      {tab(OWNER_FILTERS.mine, t('tabs.mine'), counts?.mine)}
      {tab(OWNER_FILTERS.nobody, t('tabs.nobody'), counts?.nobody)}
    </div>
  );
}

function TabText({ label, count }: { label: string; count: number | null | undefined }) {
  const { language } = useLanguage();
  return (
    <span className={styles.text}>
      {typeof count === 'number' ? (
        <span>
          <span>{label}</span> <span className={styles.count}>{formatNumber(count, language)}</span>
        </span>
      ) : (
        label
      )}
    </span>
  );
}

/** Scrolls a row of tabs sideways so that the chosen status is in sight. */
function useShowChosen() {
  const row = useRef<HTMLDivElement>(null);
  const { referral_status } = useListContext().filterValues as WorklistFilter;
  useEffect(() => {
    const show = () => {
      const tab = row.current?.querySelector('input:checked')?.closest('label');
      if (!row.current || !tab) return;
      row.current.scrollLeft = tab.offsetLeft - (row.current.clientWidth - tab.offsetWidth) / 2;
    };
    // In the next frame, after the request is sent, as it forces a layout.
    const frame = requestAnimationFrame(show);
    return () => cancelAnimationFrame(frame);
  }, [referral_status]);
  return row;
}
