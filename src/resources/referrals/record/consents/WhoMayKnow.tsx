/** Who may know of a referral, and what was said. */
import { useId, useState } from 'react';
import { useCanAccess } from 'react-admin';
import type { Consent } from '../../../../../contract/entities/consent';
import { lazyComponent } from '../../../../app/lazyComponent';
import { RESOURCES } from '../../../../app/routes';
import type { ReferralRecord } from '../../../../dataProvider/referrals';
import { useStaffT } from '../../../../i18n/useStaffT';
import { Button } from '../../../../ui/Button';
import { useCanAct } from '../../useCanAct';
import { ConsentCard } from './ConsentCard';
import type { OpenedConsentDialog } from './ConsentDialog';
import styles from './consents.module.css';
import { SaidList } from './SaidList';
import { isRunning, useConsents } from '../../reads/useConsents';

/** Lazy, as most referrals have no consent. */
const ConsentDialog = lazyComponent(
  async () => (await import('./ConsentDialog')).ConsentDialog,
  null,
);

/** Nothing while it loads. */
export function WhoMayKnow({ referral }: { referral: ReferralRecord }) {
  const t = useStaffT();
  const titleId = useId();
  const [opened, setOpened] = useState<OpenedConsentDialog | null>(null);
  const { data, error, refetch } = useConsents(referral.id);
  const canAct = useCanAct(referral);
  const { canAccess: canAccount = false } = useCanAccess({
    resource: RESOURCES.referrals,
    action: 'accounting',
  });
  if (!data) {
    if (!error) return null;
    return (
      <p className={styles.hint}>
        <span>{`${t('consents.loadFailed')} `}</span>
        <Button variant="quiet" onClick={() => void refetch()}>
          {t('app.tryAgain')}
        </Button>
      </p>
    );
  }
  const running = data.consents.filter(isRunning);
  const ended = data.consents.filter((consent) => !isRunning(consent));
  const card = (consent: Consent) => (
    <ConsentCard
      key={consent.id}
      consent={consent}
      canAct={canAct}
      onOpen={(dialog) => setOpened({ dialog, consent })}
    />
  );
  return (
    <section aria-labelledby={titleId} className={styles.section}>
      <h3 id={titleId}>{t('consents.title')}</h3>
      {running.length === 0 && <p className={styles.hint}>{t('consents.none')}</p>}
      <div className={`${styles.actions} screen-only`}>
        <Button
          variant="secondary"
          aria-haspopup="dialog"
          onClick={() => setOpened({ dialog: 'asks' })}
        >
          {t('consents.asks')}
        </Button>
        {canAct && (
          <Button
            variant="secondary"
            aria-haspopup="dialog"
            onClick={() => setOpened({ dialog: 'ask' })}
          >
            {t('consents.ask')}
          </Button>
        )}
      </div>
      {running.length > 0 && <ul className={styles.list}>{running.map(card)}</ul>}
      {ended.length > 0 && (
        <details>
          <summary>{t('consents.endedTitle')}</summary>
          <ul className={styles.list}>{ended.map(card)}</ul>
        </details>
      )}
      {data.told.length > 0 && (
        <>
          <h4>{t('consents.saidTitle')}</h4>
          <SaidList entries={data.told} />
        </>
      )}
      {canAccount && (
        <div className="screen-only">
          <Button
            variant="quiet"
            aria-haspopup="dialog"
            onClick={() => setOpened({ dialog: 'accounting' })}
          >
            {t('consents.accounting')}
          </Button>
        </div>
      )}
      {opened && (
        <ConsentDialog
          opened={opened}
          referral={referral}
          consents={data}
          onClose={() => setOpened(null)}
        />
      )}
    </section>
  );
}
