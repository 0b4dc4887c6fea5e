import { useEffect, useRef, useState } from 'react';
import {
  DensityButton,
  ListPage,
  TopToolbar,
  TotalText,
  useCloseRecord,
  useOpenedRecordId,
  useOpenRecord,
} from '../../admin';
import type { SiteRecord } from '../../dataProvider/sites';
import { formatNumber } from '../../i18n/format';
import { useLanguage } from '../../i18n/I18nProvider';
import type { StaffTextKey } from '../../i18n/textKeys';
import { useStaffT } from '../../i18n/useStaffT';
import { ProblemMessage } from '../../ui/Message';
import { useLeaveWarning } from '../../ui/useLeaveWarning';
import { usePageTitle } from '../../frame/PageHeading';
import { SiteManager } from './SiteManager';
import styles from './SiteManager.module.css';
import { isProtected } from './SiteRow';
import { SiteTable } from './SiteTable';
import { type SiteManagement, useSiteManager } from './useSiteManager';

/** The sites as a page. A site is renamed at the address `/sites/<id>`. */
export function SiteList() {
  const t = useStaffT();
  usePageTitle(t('sites.title'));
  const management = useSiteManager();
  const { notice, ...address } = useRenameAddress(management);
  useLeaveWarning(management.hasInput);
  return (
    <ListPage>
      <TopToolbar title={t('sites.title')} total={<SiteTotal management={management} />}>
        <DensityButton />
      </TopToolbar>
      <div className={styles.page}>
        {notice && (
          <ProblemMessage>
            <p>{t(notice)}</p>
          </ProblemMessage>
        )}
        <SiteManager management={{ ...management, ...address }} table={<SiteTable />} />
      </div>
    </ListPage>
  );
}

/** How many sites there are, also while a search shows some of them. */
function SiteTotal({ management: { sites, isLoaded } }: { management: SiteManagement }) {
  const t = useStaffT();
  const { language } = useLanguage();
  if (!isLoaded) return null;
  const total = formatNumber(sites.length, language);
  return <TotalText>{t('sites.total', { smart_count: sites.length, total })}</TotalText>;
}

/**
 * Keeps the address and the field for a new name together: the field opens with the address of its site, and closes when the
 * address becomes that of the list. With the address of another site it stays open, so that several can be renamed at once.
 */
function useRenameAddress({ sites, isLoaded, show, renames, can }: SiteManagement) {
  const id = useOpenedRecordId();
  const openRecord = useOpenRecord();
  const closeRecord = useCloseRecord();
  const site = sites.find((each) => each.id === id);
  const canRename = site !== undefined && can.edit && !isProtected(site);

  const [renamedId, setRenamedId] = useState<string>();
  if (renamedId !== id && (id === undefined || canRename)) {
    setRenamedId(id);
    if (canRename) {
      renames.begin(site);
      show(site);
    } else if (renamedId !== undefined) {
      renames.end(renamedId);
    }
  }

  // A name may have been saved after its address was left.
  const latestId = useRef(id);
  useEffect(() => {
    latestId.current = id;
  }, [id]);

  return {
    notice: id !== undefined && isLoaded ? noticeAbout(site) : undefined,
    openRename: (opened: SiteRecord) => openRecord(opened.id),
    closeRename: (closed: SiteRecord) => {
      renames.end(closed.id);
      if (latestId.current === closed.id) closeRecord();
    },
  };
}

/** Why the site whose address is open cannot be renamed. */
function noticeAbout(site: SiteRecord | undefined): StaffTextKey | undefined {
  if (!site) return 'record.notFound';
  return isProtected(site) ? 'sites.protected' : undefined;
}
