import { type ComponentType, useRef } from 'react';
import { getRoleTraits } from '../../contract/roles';
import { useT } from '../i18n/I18nProvider';
import { ReferralForm } from '../referralForm/ReferralForm';
import { Button, OutsideButtonLink } from '../ui/Button';
import { PageHeading, usePageTitle } from '../frame/PageHeading';
import { GuardNotice } from '../session/RequireAccess';
import { useServices, useSession } from '../app/services';
import styles from './LandingPage.module.css';
import { Contact, EmergencyLine, Promises } from './Promises';

/**
 * The landing page with the referral form (spec section 2), open to everyone, signed in or not.
 * @param UserHome what a signed-in person reads above it, which visitors do not download
 */
export function LandingPage({ UserHome }: { UserHome: ComponentType }) {
  usePageTitle();
  const { user } = useSession();
  const formSection = useRef<HTMLElement>(null);

  const goToForm = () => {
    const prefersReducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    formSection.current?.scrollIntoView({ behavior: prefersReducedMotion ? 'auto' : 'smooth' });
    formSection.current?.querySelector('h2')?.focus({ preventScroll: true });
  };

  return (
    <>
      <div className={styles.notice}>
        <GuardNotice />
        {/* A role whose home is another page has a button for it in the header. */}
        {user?.approved && getRoleTraits(user.role).home === 'referrals' && (
          <section className={styles.home}>
            <UserHome />
          </section>
        )}
      </div>
      <div className={styles.columns}>
        <Hero onStart={goToForm} />
        <section ref={formSection} className={styles.form}>
          <ReferralForm mode="public" />
        </section>
      </div>
    </>
  );
}

/** The page's purpose, a button that leads to the form, what to expect, and whom to call. */
function Hero({ onStart }: { onStart: () => void }) {
  const t = useT();
  const { learnMoreUrl } = useServices().settings;

  return (
    <section className={styles.hero}>
      <PageHeading variant="hero">{t('landing.title')}</PageHeading>
      <p className={styles.lead}>{t('landing.lead')}</p>
      <div className={styles.actions}>
        <Button data-start="" onClick={onStart}>
          {t('landing.getStarted')}
        </Button>
        {learnMoreUrl && (
          <OutsideButtonLink href={learnMoreUrl}>{t('landing.learnMore')}</OutsideButtonLink>
        )}
      </div>
      <Promises />
      <Contact />
      <EmergencyLine />
    </section>
  );
}
