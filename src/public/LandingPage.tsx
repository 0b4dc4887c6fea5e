import { useRef } from 'react';
import { ReferralForm } from '../referralForm/ReferralForm';
import { usePageTitle } from '../shared/usePageTitle';
import { GuardNotice } from './GuardNotice';
import { Hero } from './Hero';
import styles from './LandingPage.module.css';
import { UserHome } from './UserHome';

/** The landing page with the referral form (spec section 2), open to everyone, signed in or not. */
export function LandingPage() {
  usePageTitle();
  const formSection = useRef<HTMLElement>(null);

  const goToForm = () => {
    const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    formSection.current?.scrollIntoView({ behavior: calm ? 'auto' : 'smooth' });
    formSection.current?.querySelector('h2')?.focus({ preventScroll: true });
  };

  return (
    <>
      <div className={styles.notice}>
        <GuardNotice />
        <UserHome />
      </div>
      <Hero onStart={goToForm} />
      <section ref={formSection} className={styles.form}>
        <ReferralForm mode="public" />
      </section>
    </>
  );
}
