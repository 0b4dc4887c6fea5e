import type { ReactNode } from 'react';
import { Footer } from '../shared/Footer';
import { Header } from '../shared/Header';
import { MAIN_ID, SkipLink } from '../shared/SkipLink';
import { Messages } from './Messages';
import styles from './StaffFrame.module.css';

/** Header, screen and footer of every signed-in screen, as wide as a table needs. */
export function StaffFrame({ children }: { children: ReactNode }) {
  return (
    <div className={styles.frame}>
      <SkipLink />
      <Header />
      <main id={MAIN_ID} tabIndex={-1} className={styles.main}>
        {children}
        <Messages />
      </main>
      <Footer />
    </div>
  );
}
