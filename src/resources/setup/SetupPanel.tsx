import ExpandIcon from '@mui/icons-material/ExpandMore';
import { type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useListContext, useNotify } from 'react-admin';
import { UNDO_WINDOW } from '../../../contract/staffConstants';
import type { Setup } from '../../../contract/entities/setup';
import { SectionHeading, useSingleMutation, useStoredState } from '../../admin';
import { RESOURCES } from '../../app/routes';
import type { StaffTextKey } from '../../i18n/textKeys';
import { useStaffT } from '../../i18n/useStaffT';
import { Button } from '../../ui/Button';
import { FailureText } from '../../ui/FailureText';
import { ProblemMessage } from '../../ui/Message';
import styles from './Setup.module.css';
import { type SetupDialogs, SetupStep } from './SetupStep';
import { isComplete, useSetupCache } from './useSetup';

/**
 * The setup checklist: how many steps are done, and the steps, which can be collapsed. Once dismissed, its room is free, and a message
 * with a button restores it.
 */
export function SetupPanel({ setup, dialogs }: { setup: Setup; dialogs: SetupDialogs }) {
  const t = useStaffT();
  const headingId = useId();
  const stepsId = useId();
  const { isOpen, setIsOpen } = useFold(setup);
  const toggle = useRef<HTMLButtonElement>(null);
  const { dismissed, steps } = setup;
  const { change } = useSetupCache();
  const notify = useNotify();
  const offerToRestore = () =>
    notify('setup.hidden', {
      autoHideDuration: UNDO_WINDOW,
      action: { label: 'setup.show' satisfies StaffTextKey, onClick: () => start(false) },
    });
  const { start, isBusy, error, reset } = useSingleMutation<boolean>({
    send: (provider, isDismissed) => provider.updateSetup({ dismissed: isDismissed }),
    onDone: () => {
      change({ dismissed: !dismissed });
      reset();
      if (!dismissed) offerToRestore();
    },
    onFailed: () => {
      if (dismissed) notify('setup.notSaved', { type: 'error' });
    },
  });
  useFocusAfter(dismissed, toggle);
  useStepOfShownReferrals(steps);

  const done = steps.filter((step) => step.done).length;
  const button = (
    <>
      {error && (
        <ProblemMessage>
          <FailureText error={error} failed="setup.notSaved" />
        </ProblemMessage>
      )}
      <Button ref={toggle} variant="quiet" busy={isBusy} onClick={() => start(true)}>
        {t('setup.hide')}
      </Button>
    </>
  );
  if (dismissed) return null;
  return (
    <section aria-labelledby={headingId} className={`${styles.panel} screen-only`} data-setup>
      <div className={styles.head}>
        <div id={headingId}>
          <SectionHeading>
            <button
              type="button"
              aria-expanded={isOpen}
              aria-controls={isOpen ? stepsId : undefined}
              className={styles.fold}
              onClick={() => setIsOpen(!isOpen)}
            >
              <ExpandIcon aria-hidden="true" />
              <span>{t('setup.title')}</span>
            </button>
          </SectionHeading>
        </div>
        <progress aria-hidden="true" value={done} max={steps.length} className={styles.bar} />
        <p role="status" className={styles.progress}>
          <span>{t('setup.progress', { done, total: steps.length })}</span>
          {isComplete(setup) && <span>{` ${t('setup.complete')}`}</span>}
        </p>
      </div>
      {isOpen && (
        <div id={stepsId}>
          {!isComplete(setup) && <p className={styles.intro}>{t('setup.intro')}</p>}
          <ul className={styles.steps}>
            {steps.map((step) => (
              <SetupStep key={step.code} step={step} dialogs={dialogs} />
            ))}
          </ul>
          <div className={styles.foot}>{button}</div>
        </div>
      )}
    </section>
  );
}

/**
 * Whether the steps are expanded: at first while there are no referrals. Adding the first one does not collapse them, which
 * would move the page; opening the list again does. The person's own choice lasts until they sign out.
 */
function useFold({ steps }: Setup) {
  const [isEmpty] = useState(() => !steps.some(({ code, done }) => code === 'referral' && done));
  const [chosen, setIsOpen] = useStoredState<boolean | null>(`${RESOURCES.setup}.isOpen`, null);
  return { isOpen: chosen ?? isEmpty, setIsOpen };
}

/** Asks for the steps again once the list shows a referral: that of 'File a test referral' is done, wherever it was filed. */
function useStepOfShownReferrals(steps: Setup['steps']) {
  const { data } = useListContext();
  const { refetch } = useSetupCache();
  const isOpen = steps.some(({ code, done }) => code === 'referral' && !done);
  const isOutdated = isOpen && data !== undefined && data.length > 0;
  const update = useEffectEvent(refetch);
  useEffect(() => {
    if (isOutdated) update();
  }, [isOutdated]);
}

/** Moves the focus to 'Hide this checklist' when it is back. */
function useFocusAfter(isDismissed: boolean, button: RefObject<HTMLButtonElement | null>) {
  const before = useRef(isDismissed);
  useEffect(() => {
    if (before.current === isDismissed) return;
    before.current = isDismissed;
    button.current?.focus();
  }, [isDismissed, button]);
}
