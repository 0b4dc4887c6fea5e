import useMediaQuery from '@mui/material/useMediaQuery';
import type { ReactNode } from 'react';
import { Footer } from '../shared/Footer';
import { Header } from '../shared/Header';
import { MAIN_ID, SkipLink } from '../shared/SkipLink';
import { Notification } from '../admin/layout/Notification';
import { OpenDialogsProvider } from '../admin/dialog/OpenDialogs';
import { useKeepFocusVisible } from '../admin/layout/useKeepFocusVisible';
import { useNotices } from '../staff/useNotices';
import { PasswordOffer } from './PasswordOffer';
import { Sidebar } from './Sidebar';
import '../admin/layout/print.css';
import styles from './StaffFrame.module.css';
import { StaffMenu } from './StaffMenu';
import { StaffNotices } from './StaffNotices';
import { useReferralCount } from './useReferralCount';

/** Where the sidebar has room beside a screen (spec section 2, "desktop only"). */
const DESKTOP = '(min-width: 64rem)';

/** Header, menu, screen and footer of every signed-in screen, as wide as a table needs. */
export function StaffFrame({ children }: { children: ReactNode }) {
  const isDesktop = useMediaQuery(DESKTOP, { noSsr: true });
  // Asked for here, and so in every layout: by this question the app learns that the session is over.
  const count = useReferralCount();
  const notices = useNotices();
  useKeepFocusVisible();
  return (
    <OpenDialogsProvider>
      <div className={styles.frame}>
        <SkipLink />
        <Header menu={!isDesktop && <StaffMenu count={count} />} />
        <div className={styles.body}>
          {isDesktop && <Sidebar count={count} />}
          <main id={MAIN_ID} tabIndex={-1} className={styles.main}>
            <StaffNotices codes={notices} />
            {children}
            <Notification />
          </main>
        </div>
        <Footer />
        <PasswordOffer isGenerated={notices.includes('generatedPassword')} />
      </div>
    </OpenDialogsProvider>
  );
}
