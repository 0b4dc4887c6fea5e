import { useT } from '../i18n/I18nProvider';
import { Button, OutsideButtonLink } from '../shared/Button';
import { PageHeading } from '../shared/PageHeading';
import { useServices } from '../shared/services';
import styles from './Hero.module.css';

/** The top of the landing page: its purpose, and a button that leads to the form. */
export function Hero({ onStart }: { onStart: () => void }) {
  const t = useT();
  const { learnMoreUrl } = useServices().settings;

  return (
    <section className={styles.hero}>
      <div className={styles.words}>
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
        <p className={styles.emergency}>{t('landing.emergency')}</p>
      </div>
      <Steps />
    </section>
  );
}

function Steps() {
  const t = useT();
  return (
    <div className={styles.steps}>
      <h2>{t('landing.stepsTitle')}</h2>
      <ol>
        <li>{t('landing.step1')}</li>
        <li>{t('landing.step2')}</li>
        <li>{t('landing.step3')}</li>
      </ol>
    </div>
  );
}
