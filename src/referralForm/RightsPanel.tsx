import { useId } from 'react';
import type { Elements } from '../app/elements';
import { OPIOIDS, type SubstanceName } from '../../contract/constants';
import type { Site } from '../../contract/entities/site';
import { useStep2T } from '../i18n/useStep2T';
import { OutsideButtonLink } from '../ui/Button';
import { WithPhone } from '../ui/PhoneLink';
import { useServices } from '../app/services';
import styles from './RightsPanel.module.css';

/** SAMHSA's national helpline: free, in English and Spanish, at any hour. */
const HELPLINE = { phone: '1-800-662-4357', href: 'tel:18006624357' };

interface Props {
  readonly substances: readonly SubstanceName[];
  /** Who reads referrals of the chosen site (contract/entities/site.ts). */
  readonly readers: Site['readers'];
}

/** Shown before 'Finish' on the public page: emergency numbers, who reads the referral, and who can consent. */
export function RightsPanel({ substances, readers }: Props) {
  const t = useStep2T();
  const id = useId();
  const { supportPhone, supportPhoneHref } = useServices().settings;

  return (
    <section aria-labelledby={id} className={styles.panel}>
      <h3 id={id}>{t('help.title')}</h3>
      <p>{t('help.text')}</p>
      <div className={styles.lines}>
        <OutsideButtonLink href="tel:911">{t('help.call911')}</OutsideButtonLink>
        <OutsideButtonLink href="tel:988">{t('help.call988')}</OutsideButtonLink>
        <OutsideButtonLink href="sms:988">{t('help.text988')}</OutsideButtonLink>
      </div>
      {substances.includes(OPIOIDS) && (
        <Details summary={t('rights.naloxone')}>
          <p>{t('rights.naloxoneFirst')}</p>
          <p>{t('rights.naloxoneWhere')}</p>
          <p>
            <WithPhone {...HELPLINE} text={t('rights.naloxoneLine', { phone: HELPLINE.phone })} />
          </p>
        </Details>
      )}
      <Details summary={t('rights.title')}>
        <ul>
          <li>{t(readers === 'program' ? 'rights.readersProgram' : 'rights.readers')}</li>
          <li>{t('rights.law')}</li>
          <li>{t('rights.use')}</li>
          <li>{t('rights.consent')}</li>
          <li>{t('rights.tellFirst')}</li>
        </ul>
        <p>
          {supportPhone ? (
            <WithPhone
              text={t('rights.noAdvicePhone', { phone: supportPhone })}
              phone={supportPhone}
              href={supportPhoneHref}
            />
          ) : (
            t('rights.noAdvice')
          )}
        </p>
      </Details>
    </section>
  );
}

function Details({ summary, children }: { summary: string; children: Elements }) {
  return (
    <details className={styles.details}>
      <summary>{summary}</summary>
      {children}
    </details>
  );
}
