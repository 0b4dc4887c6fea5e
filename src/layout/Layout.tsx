import type { ReactNode } from 'react';
import { useCanAccess } from 'react-admin';
import type { Elements } from '../app/elements';
import {
  Notification,
  OpenDialogsProvider,
  PrintedBy,
  useCount,
  useKeepFocusVisible,
  useWindowQuery,
} from '../admin';
import { Footer } from '../frame/Footer';
import { Header, MAIN_ID, SkipLink } from '../frame/Header';
import { RESOURCES } from '../app/routes';
import { BulkDialogHost } from '../bulk/BulkDialogHost';
import styles from './Layout.module.css';
import { Notices, PasswordOffer, useNotices } from './Notices';
import { MenuDialogButton, Sidebar } from './Sidebar';
import '../admin/layout/print.css';

/** Windows with room for the sidebar (spec section 2, "desktop only"). */
const DESKTOP = '(min-width: 64rem)';

/** The layout of all signed-in pages: header, menu, notices, page and footer. */
export function Layout({ children }: { children: ReactNode }) {
  const isDesktop = useWindowQuery(DESKTOP);
  // Also while no menu shows the count: this periodic request detects that the session has ended.
  const { canAccess = false } = useCanAccess({ resource: RESOURCES.referrals, action: 'list' });
  useCount(RESOURCES.referrals, { enabled: canAccess });
  const notices = useNotices();
  useKeepFocusVisible();
  return (
    <OpenDialogsProvider>
      <div className={`${styles.frame} staff-app`}>
        <div className={styles.window}>
          <SkipLink />
          <Header menu={!isDesktop && <MenuDialogButton />} />
          <div className={styles.body}>
            {isDesktop && <Sidebar />}
            <main id={MAIN_ID} tabIndex={-1} className={styles.main}>
              <PrintedBy />
              <Notices codes={notices} />
              {/* react-admin's pages. */}
              {children as Elements}
              <Notification />
            </main>
          </div>
        </div>
        <Footer />
        <BulkDialogHost />
        <PasswordOffer isGenerated={notices.includes('generatedPassword')} />
      </div>
    </OpenDialogsProvider>
  );
}
