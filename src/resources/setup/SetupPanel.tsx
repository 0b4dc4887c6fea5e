import { type RefObject, useEffect, useId, useRef } from 'react';
import type { Setup } from '../../../contract/entities/setup';
import { SectionHeading, useSingleMutation } from '../../admin';
import { useStaffT } from '../../i18n/useStaffT';
import { Button } from '../../shared/Button';
import { FailureText } from '../../shared/FailureText';
import { ProblemMessage } from '../../shared/Message';
import styles from './Setup.module.css';
import { type SetupDialogs, SetupStep } from './SetupStep';
import { isComplete, useSetupCache } from './useSetup';

/** The steps of the first day, and how many are done; once dismissed, a way to undo that. */
export function SetupPanel({ setup, dialogs }: { setup: Setup; dialogs: SetupDialogs }) {
  const t = useStaffT();
  const headingId = useId();
  const toggle = useRef<HTMLButtonElement>(null);
  const { dismissed, steps } = setup;
  const { change } = useSetupCache();
  const { start, isBusy, error, reset } = useSingleMutation<boolean>({
    send: (provider, isDismissed) => provider.updateSetup({ dismissed: isDismissed }),
    onDone: () => {
      change({ dismissed: !dismissed });
      reset();
    },
    onFailed: () => {},
  });
  useFocusAfter(dismissed, toggle);

  const done = steps.filter((step) => step.done).length;
  const button = (
    <>
      {error && (
        <ProblemMessage>
          <FailureText error={error} failed="setup.notSaved" />
        </ProblemMessage>
      )}
      <Button ref={toggle} variant="quiet" busy={isBusy} onClick={() => start(!dismissed)}>
        {t(dismissed ? 'setup.show' : 'setup.hide')}
      </Button>
    </>
  );
  if (dismissed) {
    return (
      <section aria-label={t('setup.title')} className={`${styles.hidden} screen-only`}>
        <p role="status">{t('setup.hidden')}</p>
        {button}
      </section>
    );
  }
  return (
    <section aria-labelledby={headingId} className={`${styles.panel} screen-only`}>
      <div className={styles.head}>
        <div id={headingId}>
          <SectionHeading>{t('setup.title')}</SectionHeading>
        </div>
        <p role="status" className={styles.progress}>
          {t('setup.progress', { done, total: steps.length })}
        </p>
        <progress aria-hidden="true" value={done} max={steps.length} className={styles.bar} />
        <p className={styles.intro}>{t(isComplete(setup) ? 'setup.complete' : 'setup.intro')}</p>
      </div>
      <ul className={styles.steps}>
        {steps.map((step) => (
          <SetupStep key={step.code} step={step} dialogs={dialogs} />
        ))}
      </ul>
      <div className={styles.foot}>{button}</div>
    </section>
  );
}

/** The button that was pressed is another element afterwards: moves the focus there. */
function useFocusAfter(isDismissed: boolean, button: RefObject<HTMLButtonElement | null>) {
  const before = useRef(isDismissed);
  useEffect(() => {
    if (before.current === isDismissed) return;
    before.current = isDismissed;
    button.current?.focus();
  }, [isDismissed, button]);
}
