import { Outlet } from 'react-router';
import { Footer } from '../shared/Footer';
import { Header } from '../shared/Header';
import { MAIN_ID, SkipLink } from '../shared/SkipLink';
import styles from './PublicFrame.module.css';
import { QuickExit } from './QuickExit';
import { useQuickExit } from './useQuickExit';

/** The layout of every public page: header, content, footer and quick exit. */
export function PublicFrame() {
  const { hasLeft, leave } = useQuickExit();
  if (hasLeft) return null;

  return (
    <div className={styles.frame}>
      <SkipLink />
      <QuickExit onLeave={leave} />
      <Header />
      <main id={MAIN_ID} tabIndex={-1} className={styles.main}>
        <Outlet />
      </main>
      <Footer />
    </div>
  );
}
