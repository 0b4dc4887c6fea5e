import { Suspense } from 'react';
import { Outlet } from 'react-router';
import { Footer } from '../shared/Footer';
import { Header } from '../shared/Header';
import { Loading } from '../shared/Loading';
import { MAIN_ID, SkipLink } from '../shared/SkipLink';
import styles from './PublicFrame.module.css';

/** Header, page and footer of every public page. */
export function PublicFrame() {
  return (
    <div className={styles.frame}>
      <SkipLink />
      <Header />
      <main id={MAIN_ID} tabIndex={-1} className={styles.main}>
        <Suspense fallback={<Loading />}>
          <Outlet />
        </Suspense>
      </main>
      <Footer />
    </div>
  );
}
