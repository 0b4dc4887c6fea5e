import { useRecordContext } from 'react-admin';
import { DataTable, RowDialogs, useOpenFiltered } from '../../admin';
import { RESOURCES, routes } from '../../app/routes';
import { useFeature } from '../../app/useFeature';
import type { SiteRecord } from '../../dataProvider/sites';
import { formatNumber } from '../../i18n/format';
import { useLanguage } from '../../i18n/I18nProvider';
import { useSiteName } from '../../i18n/useSiteName';
import { useStaffT } from '../../i18n/useStaffT';
import rowButton from '../../admin/list/RowButton.module.css';
import { NEWEST_FIRST } from '../../dataProvider/worklist';
import styles from './SiteManager.module.css';
import { MARK_DIALOG, MarkButton, MarkSiteDialog, SiteMarkField } from './SiteMark';
import { SiteActionsField, SiteNameField } from './SiteRow';
import { useSiteManagement } from './siteManagement';

const DIALOGS = { [MARK_DIALOG]: MarkSiteDialog };

/** The sites as a table, with how much each is used where the server counts it. */
export function SiteTable() {
  const { counts, marks } = useSiteManagement();
  const isCounted = counts !== undefined;
  return (
    <>
      <DataTable label="sites.title" compactRow={<SiteSummary />} foldActions>
        <DataTable.Col label="sites.name" field={SiteNameField} width={24} rowHeader card="none" />
        {isCounted && (
          <DataTable.Col label="sites.referrals" field={ReferralCount} width={7} numeric />
        )}
        {isCounted && (
          <DataTable.Col label="sites.managers" field={ManagerCount} width={7} numeric />
        )}
        {marks && <DataTable.Col label="sites.mark" field={SiteMarkField} width={9} card="none" />}
        <DataTable.Col label="sites.actions" field={TableActions} width={20} card="actions" />
      </DataTable>
      {marks && <RowDialogs<SiteRecord> dialogs={DIALOGS} />}
    </>
  );
}

const MARK_BUTTON = <MarkButton />;

function TableActions() {
  return <SiteActionsField more={MARK_BUTTON} />;
}

function useCounts() {
  const site = useRecordContext<SiteRecord>();
  return useSiteManagement().counts?.get(site?.id ?? '');
}

/** The number of referrals, which opens their list; its filter is in memory, not in the address. */
function ReferralCount() {
  const t = useStaffT();
  const { language } = useLanguage();
  const siteName = useSiteName();
  const site = useRecordContext<SiteRecord>();
  const count = useCounts()?.referrals;
  const canFilter = useFeature('worklist');
  const openFiltered = useOpenFiltered(RESOURCES.referrals, NEWEST_FIRST);
  if (!site || count === undefined) return null;
  const number = formatNumber(count, language);
  if (count === 0 || !canFilter) return <span>{number}</span>;
  return (
    <button
      type="button"
      aria-label={t('sites.showReferrals', {
        smart_count: count,
        count: number,
        name: siteName(site.name),
      })}
      className={`${rowButton.button} ${styles.count}`}
      data-row-opener
      onClick={() => openFiltered(routes.referrals.path, { site: site.id })}
    >
      <span>{number}</span>
    </button>
  );
}

function ManagerCount() {
  const { language } = useLanguage();
  const count = useCounts()?.managers;
  return count === undefined ? null : <span>{formatNumber(count, language)}</span>;
}

/** A site in a narrow window: its name, and below it its numbers and whether it is the provider's own. */
function SiteSummary() {
  return (
    <SiteNameField
      more={
        <>
          <SiteNumbers />
          <SiteMarkField />
        </>
      }
    />
  );
}

function SiteNumbers() {
  const t = useStaffT();
  const { language } = useLanguage();
  const counts = useCounts();
  if (!counts) return null;
  const { referrals, managers } = counts;
  return (
    <p className={styles.numbers}>
      <span>
        {t('sites.referralCount', {
          smart_count: referrals,
          count: formatNumber(referrals, language),
        })}
      </span>
      <span>{' · '}</span>
      <span>
        {t('sites.managerCount', {
          smart_count: managers,
          count: formatNumber(managers, language),
        })}
      </span>
    </p>
  );
}
