import { useEffect, useRef, useState } from 'react';
import { useRefresh, useStore } from 'react-admin';
import { hasVisibleText } from '../../../../contract/fieldRules';
import { LENGTHS } from '../../../../contract/constants';
import { yearOf } from '../../../../contract/calendarDays';
import type { FollowUp } from '../../../../contract/entities/contact';
import { useSingleMutation, useToday } from '../../../admin';
import { RESOURCES } from '../../../app/routes';
import { useSession } from '../../../app/services';
import type { ReferralRecord } from '../../../dataProvider/referrals';
import { useStaffT } from '../../../i18n/useStaffT';
import { Button } from '../../../ui/Button';
import { FailureText } from '../../../ui/FailureText';
import { TextField } from '../../../ui/Field';
import { ProblemMessage, StatusMessage } from '../../../ui/Message';
import { isOwnAccount } from '../../ownAccount';
import { GONE } from '../refusals';
import styles from './ContactPanel.module.css';
import { useAttemptsText, useNextStep, useReplacedText, useRulesToday } from './contactTexts';
import { DayChoices } from './DayChoices';

interface Props {
  readonly referral: ReferralRecord;
  /** Whether the day is set here; not while it is set beside the attempt that was just saved. */
  readonly hasDays: boolean;
  /** With the day that counts as chosen, if that is another one. */
  readonly onDaySet: (followUp: FollowUp | null, chosen?: FollowUp | null) => void;
}

/** The attempts so far, the next step, and the day to call back without an attempt. */
export function ContactState({ referral, hasDays, onDaySet }: Props) {
  const t = useStaffT();
  const attemptsText = useAttemptsText();
  const { user } = useSession();
  const { step, text } = useNextStep(referral);
  const [isOpen, setOpen] = useState(false);
  const [replaced, setReplaced] = useState('');
  const today = useToday();
  const stepText = useRef<HTMLParagraphElement>(null);
  const by = referral.contact?.follow_up?.by;
  return (
    <div className={styles.part}>
      <p className={styles.line}>{attemptsText(referral)}</p>
      <p ref={stepText} tabIndex={-1} className={styles.step}>
        {text}
      </p>
      {by && !isOwnAccount(user, by) && (
        <p className={styles.hint}>{t('contact.setBy', { name: by.fullname })}</p>
      )}
      {hasDays && (
        <div className={styles.buttons}>
          {step?.kind === 'resting' && (
            <BringBack
              referral={referral}
              onDone={(followUp, other) => {
                setReplaced(other);
                onDaySet(followUp, null);
                stepText.current?.focus();
              }}
            />
          )}
          <Button variant="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {t('contact.callBack')}
          </Button>
        </div>
      )}
      <StatusMessage variant="note">{replaced || null}</StatusMessage>
      {hasDays && isOpen && <DayChoices referral={referral} onSet={onDaySet} />}
      {isMinor(referral, today) && <ParentNotCalled referral={referral} />}
    </div>
  );
}

const ADULT = 18;

/** Whether the person is not 18 yet; also if that is not known. */
const isMinor = ({ dob }: ReferralRecord, today: string) =>
  dob === '' || dob > `${Number(yearOf(today)) - ADULT}${today.slice(4)}`;

interface BringBackProps {
  readonly referral: ReferralRecord;
  /** Receives the day, and which other one it replaced, in words. */
  readonly onDone: (followUp: FollowUp, replaced: string) => void;
}

/** Ends the rest of a referral: sets the day to today. */
function BringBack({ referral, onDone }: BringBackProps) {
  const t = useStaffT();
  const refresh = useRefresh();
  const followUp = { on: useRulesToday() };
  const replacedText = useReplacedText();
  const replaced = useRef('');
  const { start, isBusy, error } = useSingleMutation<void>({
    send: async (provider) => {
      const answer = await provider.setFollowUp(referral, followUp);
      replaced.current = replacedText(answer?.data, referral.contact?.follow_up);
    },
    onDone: () => {
      onDone(followUp, replaced.current);
      refresh();
    },
    onFailed: () => undefined,
  });
  return (
    <>
      <Button variant="secondary" busy={isBusy} onClick={() => start()}>
        {t('contact.bringBack')}
      </Button>
      {error && (
        <ProblemMessage>
          <FailureText error={error} failed="contact.dayFailed" details={GONE} />
        </ProblemMessage>
      )}
    </>
  );
}

/** Says why a parent or guardian was not called (Family Code 6929): an entry of its own, no attempt. */
function ParentNotCalled({ referral }: { referral: ReferralRecord }) {
  const t = useStaffT();
  const refresh = useRefresh();
  const [because, setBecause] = useStore(`${RESOURCES.referrals}.parent.${referral.id}`, '');
  const [isOpen, setOpen] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const [isSaved, setSaved] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isOpen) input.current?.focus();
  }, [isOpen]);
  const mutation = useSingleMutation<string>({
    send: (provider, text) => provider.addParentNotContacted(referral, text),
    onDone: () => {
      setBecause('');
      setOpen(false);
      setSaved(true);
      opener.current?.focus();
      refresh();
      mutation.reset();
    },
    onFailed: () => undefined,
  });
  const { isBusy, error } = mutation;
  return (
    <>
      <div>
        <Button
          ref={opener}
          variant="quiet"
          aria-expanded={isOpen}
          onClick={() => {
            setOpen(!isOpen);
            setSaved(false);
          }}
        >
          {t('contact.parent')}
        </Button>
      </div>
      {isOpen && (
        <form
          noValidate
          className={styles.inputs}
          onSubmit={(event) => {
            event.preventDefault();
            const isReady = hasVisibleText(because);
            setMissing(!isReady);
            if (isReady) mutation.start(because.trim());
            else input.current?.focus();
          }}
        >
          <TextField
            ref={input}
            label={t('contact.parentBecause')}
            maxLength={LENGTHS.notes}
            value={because}
            onChange={({ target }) => setBecause(target.value)}
            error={isMissing && !hasVisibleText(because) ? t('contact.becauseMissing') : undefined}
          />
          {error && (
            <ProblemMessage>
              <FailureText error={error} failed="contact.parentFailed" details={GONE} />
            </ProblemMessage>
          )}
          <div>
            <Button type="submit" variant="secondary" busy={isBusy}>
              {t('contact.save')}
            </Button>
          </div>
        </form>
      )}
      <StatusMessage>{isSaved && t('contact.parentDone')}</StatusMessage>
    </>
  );
}
