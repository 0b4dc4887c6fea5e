import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useEvent, useRefresh } from 'react-admin';
import type { FollowUp, SavedAttempt } from '../../../../contract/entities/contact';
import { counts } from '../../../../contract/contact';
import type { Contact } from '../../../../contract/entities/contactState';
import { failedSinceReached } from '../../../../contract/nextStep';
import type { ReferralStatus } from '../../../../contract/staffConstants';
import { useSingleMutation } from '../../../admin';
import type { ReferralRecord } from '../../../dataProvider/referrals';
import { now } from '../../../i18n/providerTime';
import type { StaffTextKey } from '../../../i18n/textKeys';
import { useStaffT, useValueText } from '../../../i18n/useStaffT';
import { Button } from '../../../ui/Button';
import { FailureText } from '../../../ui/FailureText';
import { ProblemMessage } from '../../../ui/Message';
import { countedAttempts } from '../contactFacts';
import { GONE } from '../refusals';
import { useFollowUpRules } from '../useFollowUpRules';
import styles from './ContactPanel.module.css';
import { useDayText } from './contactTexts';
import { DayChoices } from './DayChoices';
import { isSameDay } from './days';
import { StatusOffer } from './StatusOffer';
import { useOthers } from './useOthers';

/** Seconds in which the server takes an undo. */
const UNDO_SECONDS = 10;
const MINUTE = 60_000;

const REFUSALS: Readonly<Record<string, StaffTextKey>> = {
  ...GONE,
  'Somebody else has saved an attempt since. Nothing was undone.': 'contact.followed',
};
const REFUSED_FIELDS = { reason: 'contact.undoLate' } as const;

/** The status that is offered after an outcome. */
const OFFERS: Readonly<Partial<Record<string, ReferralStatus>>> = {
  wantsServices: 'Processed',
  declines: 'Declined Services',
};

interface Props {
  /** With the attempt and the day. */
  readonly referral: ReferralRecord;
  readonly saved: SavedAttempt;
  /** The day that was on the screen before. */
  readonly before: Contact['follow_up'];
  /** The day that was chosen while the referral is open. */
  readonly chosen: FollowUp | null;
  readonly onUndone: () => void;
  readonly onDaySet: (followUp: FollowUp | null) => void;
  /** Shows the outcomes again. */
  readonly onAnother: () => void;
  /** Receives the referral after a change of its status. */
  readonly onRead: (referral: ReferralRecord) => void;
}

/** What was saved by the tap on an outcome, the way back for ten seconds, other days, and the status that it offers. */
export function AttemptResult({
  referral,
  saved,
  before,
  onUndone,
  onDaySet,
  onAnother,
  ...offer
}: Props) {
  const t = useStaffT();
  const valueText = useValueText();
  const dayText = useDayText();
  const message = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => message.current?.focus(), []);
  const { attempt, follow_up, replaced } = saved;
  const { others, readAgain } = useOthers(referral, saved);
  const outcome = valueText('contact.outcomes', attempt.outcome);
  const day = follow_up && dayText(follow_up.on, follow_up.at);
  const nextCall = day ? t('contact.callBackOn', { day }) : t('contact.noCallBack');
  const replacedText = (name: string | null, was: string) =>
    name ? t('contact.replacedBy', { name, day: was }) : t('contact.replaced', { day: was });
  return (
    <div className={styles.part}>
      <div role="status">
        {others.map(({ id, at, name = '', outcome: other }) => (
          <p key={id} className={styles.line}>
            {t('contact.others', {
              name,
              outcome: valueText('contact.outcomes', other),
              smart_count: Math.max(1, Math.round((now().getTime() - Date.parse(at)) / MINUTE)),
            })}
          </p>
        ))}
      </div>
      <div className={styles.saved}>
        <p ref={message} tabIndex={-1}>
          <strong>{t('contact.saved', { outcome })}</strong>
          <span> </span>
          <span>{counts(attempt) ? nextCall : t('contact.countsNot')}</span>
          {replaced && !isSameDay(replaced, before) && (
            <span>{` ${replacedText(replaced.by, dayText(replaced.on, replaced.at))}`}</span>
          )}
        </p>
        <Undo
          id={attempt.id}
          onUndone={onUndone}
          onExpired={(hadFocus) => {
            if (hadFocus) message.current?.focus();
            readAgain();
          }}
        />
      </div>
      <h4 className={styles.rowTitle}>{t('contact.callBack')}</h4>
      <DayChoices referral={referral} isLater={attempt.outcome === 'notNow'} onSet={onDaySet} />
      <Offer referral={referral} outcome={attempt.outcome} {...offer} />
      <div>
        <Button variant="quiet" onClick={onAnother}>
          {t('contact.another')}
        </Button>
      </div>
    </div>
  );
}

interface OfferProps extends Pick<Props, 'referral' | 'chosen' | 'onRead'> {
  readonly outcome: string;
}

function Offer({ outcome, ...props }: OfferProps) {
  const { referral } = props;
  const { failedAttempts } = useFollowUpRules();
  /** The status before, as an offer that was taken changes it. */
  const [before] = useState(referral.status);
  const failed = failedSinceReached(countedAttempts(referral));
  const offered = Object.hasOwn(OFFERS, outcome) ? OFFERS[outcome] : undefined;
  if (offered) return before === offered ? null : <StatusOffer {...props} status={offered} />;
  if (failed < failedAttempts || before !== 'Pending') return null;
  return <StatusOffer {...props} status="More Info Needed" failed={failed} />;
}

interface UndoProps {
  readonly id: string;
  readonly onUndone: () => void;
  /** Called when the button goes, with whether it had the focus. */
  readonly onExpired: (hadFocus: boolean) => void;
}

function Undo({ id, onUndone, onExpired }: UndoProps) {
  const t = useStaffT();
  const refresh = useRefresh();
  const button = useRef<HTMLButtonElement>(null);
  const [left, setLeft] = useState(UNDO_SECONDS);
  const { start, isBusy, error } = useSingleMutation<void>({
    send: (provider) => provider.strikeContactAttempt(id),
    onDone: () => {
      onUndone();
      refresh();
    },
    onFailed: () => undefined,
  });
  const isOver = left <= 0 && !isBusy;
  const expire = useEvent(() => onExpired(button.current === document.activeElement));
  useEffect(() => {
    if (left <= 0) return undefined;
    const timer = setTimeout(() => {
      if (left === 1) expire();
      setLeft(left - 1);
    }, 1_000);
    return () => clearTimeout(timer);
  }, [left, expire]);
  return (
    <>
      {!isOver && (
        <div className={styles.buttons}>
          <Button ref={button} variant="secondary" busy={isBusy} onClick={() => start()}>
            {t('contact.undo')}
          </Button>
          <span aria-hidden="true">{left}</span>
        </div>
      )}
      {error && (
        <ProblemMessage>
          <FailureText
            error={error}
            failed="contact.undoFailed"
            details={REFUSALS}
            fields={REFUSED_FIELDS}
          />
        </ProblemMessage>
      )}
    </>
  );
}
