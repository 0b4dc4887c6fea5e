import { Outlet, useLocation } from 'react-router';
import { Footer } from '../frame/Footer';
import { Header, MAIN_ID, SkipLink } from '../frame/Header';
import { PageErrors } from '../frame/PageErrors';
import styles from './PublicFrame.module.css';
import { QuickExit, useQuickExit } from './QuickExit';

/** The layout of every public page: header, content, footer and quick exit. */
export function PublicFrame() {
  const { hasLeft, leave } = useQuickExit();
  const { pathname } = useLocation();
  if (hasLeft) return null;

  return (
    <div className={styles.frame}>
      <SkipLink />
      <QuickExit onLeave={leave} />
      <Header />
      {/* The frame stays, with the quick exit and the drafts. The key clears the error for another page. */}
      <PageErrors key={pathname}>
        <main id={MAIN_ID} tabIndex={-1} className={styles.main}>
          <Outlet />
        </main>
      </PageErrors>
      <Footer />
    </div>
  );
}
