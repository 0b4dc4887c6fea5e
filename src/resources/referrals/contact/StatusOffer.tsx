import { useLayoutEffect, useRef, useState } from 'react';
import { useCanAccess, useRefresh } from 'react-admin';
import type { FollowUp } from '../../../../contract/entities/contact';
import {
  ENDED_STATUS,
  type EndReason,
  type ReferralStatus,
} from '../../../../contract/staffConstants';
import { useSingleMutation } from '../../../admin';
import { RESOURCES } from '../../../app/routes';
import { useFeature } from '../../../app/useFeature';
import type { ReferralRecord } from '../../../dataProvider/referrals';
import { type Ending, EndReasonInputs, isNoteTooLong } from '../../../endings/EndReasonInputs';
import { useStaffT, useValueText } from '../../../i18n/useStaffT';
import { Button } from '../../../ui/Button';
import { FailureText } from '../../../ui/FailureText';
import { ProblemMessage } from '../../../ui/Message';
import { GONE } from '../refusals';
import { ReadsInput, toLevel } from '../reads/ReadsInput';
import { useHasConsents } from '../reads/useConsents';
import styles from './ContactPanel.module.css';
import { DayGoes } from './DayGoes';
import { isOpen } from './days';

interface Props {
  readonly referral: ReferralRecord;
  readonly status: ReferralStatus;
  /** How many attempts failed, if that is why it is offered. */
  readonly failed?: number | undefined;
  /** The day that was chosen while the referral is open. */
  readonly chosen: FollowUp | null;
  /** Receives the referral after the change, as it may leave the list by it. */
  readonly onRead: (referral: ReferralRecord) => void;
}

/** Offers another status after an attempt, which never changes it: with the reason, if the referral ends by it. */
export function StatusOffer({ referral, status, failed, chosen, onRead }: Props) {
  const t = useStaffT();
  const valueText = useValueText();
  const refresh = useRefresh();
  const { canAccess: canEdit = false } = useCanAccess({
    resource: RESOURCES.referrals,
    action: 'edit',
  });
  const asksWhy = useFeature('endReasons') && status === ENDED_STATUS;
  const [ending, setEnding] = useState<Ending>({ end_reason: '', end_note: '' });
  const hasConsents = useHasConsents();
  const [readsLevel, setReadsLevel] = useState<string>();
  const [isMissing, setMissing] = useState(false);
  const [isOver, setOver] = useState<'set' | 'refused' | null>(null);
  const message = useRef<HTMLParagraphElement>(null);
  // A layout effect, as a key pressed before a later one would be lost: the button that had the focus is gone.
  useLayoutEffect(() => message.current?.focus(), [isOver]);
  const { start, isBusy, error } = useSingleMutation<void>({
    send: async (provider) => {
      await provider.saveReferral(referral, {
        status,
        ...(chosen && !isOpen({ status }) && { follow_up: chosen }),
        ...(readsLevel !== undefined && { told_level: toLevel(readsLevel) }),
        ...(asksWhy && { ...ending, end_reason: ending.end_reason as EndReason }),
      });
      const latest = await provider.readReferral(referral).catch(() => null);
      if (latest) onRead(latest);
    },
    onDone: () => {
      setOver('set');
      refresh();
    },
    onFailed: () => undefined,
  });
  const name = valueText('referralStatus', status);
  if (isOver === 'set') {
    return (
      <p ref={message} tabIndex={-1} className={styles.line}>
        {t('contact.statusSet', { status: name })}
      </p>
    );
  }
  if (!canEdit || isOver || referral.status === status) return null;
  const set = () => {
    const lacksReason = asksWhy && ending.end_reason === '';
    setMissing(lacksReason);
    if (!lacksReason && !isNoteTooLong(ending)) start();
  };
  return (
    <div className={styles.offer}>
      <p>
        {failed === undefined
          ? t('contact.offer', { status: name })
          : t('contact.failedOften', { status: name, count: failed })}
      </p>
      <DayGoes referral={referral} status={status} chosen={chosen} />
      {asksWhy && (
        <EndReasonInputs
          ending={ending}
          contact={referral.contact}
          onChange={setEnding}
          isMissing={isMissing}
        />
      )}
      {hasConsents && (
        <ReadsInput
          referral={referral}
          status={status}
          endReason={ending.end_reason || null}
          level={readsLevel}
          onChange={setReadsLevel}
        />
      )}
      {error && (
        <ProblemMessage>
          <FailureText error={error} failed="contact.statusFailed" details={GONE} />
        </ProblemMessage>
      )}
      <div className={styles.buttons}>
        <Button variant="secondary" busy={isBusy} onClick={set}>
          {t('contact.setStatus')}
        </Button>
        <Button variant="quiet" onClick={() => setOver('refused')}>
          {t('contact.outcomes.notNow')}
        </Button>
      </div>
    </div>
  );
}
