import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useRefresh } from 'react-admin';
import { LENGTHS } from '../../../../contract/constants';
import { addDays } from '../../../../contract/calendarDays';
import type { FollowUp } from '../../../../contract/entities/contact';
import { hasVisibleText } from '../../../../contract/fieldRules';
import { FOLLOW_UP_MAX_DAYS } from '../../../../contract/nextStep';
import { flaggedFields } from '../../../api/ApiError';
import { useSingleMutation } from '../../../admin';
import type { ReferralRecord } from '../../../dataProvider/referrals';
import { useStaffT } from '../../../i18n/useStaffT';
import { Button } from '../../../ui/Button';
import { FailureText } from '../../../ui/FailureText';
import { TextField } from '../../../ui/Field';
import { ProblemMessage, StatusMessage } from '../../../ui/Message';
import { GONE } from '../refusals';
import { useFollowUpRules } from '../useFollowUpRules';
import styles from './ContactPanel.module.css';
import { useDayText, useReplacedText, useRulesToday } from './contactTexts';
import { isOpen, needsReason, offeredDays } from './days';

interface Props {
  readonly referral: ReferralRecord;
  /** Whether later days are offered, as for who does not want services now. */
  readonly isLater?: boolean;
  readonly onSet: (followUp: FollowUp | null) => void;
}

interface Choice {
  readonly followUp: FollowUp | null;
  readonly because?: string | undefined;
}

/** Sets the day on which to call back: by one tap on a usual one, or any other day with an hour if one is wanted. */
export function DayChoices({ referral, isLater = false, onSet }: Props) {
  const t = useStaffT();
  const dayText = useDayText();
  const replacedText = useReplacedText();
  const today = useRulesToday();
  const rules = useFollowUpRules();
  const refresh = useRefresh();
  /** The day in the form; null while it is closed. */
  const [day, setDay] = useState<FollowUp | null>(null);
  /** The day that was sent last. */
  const [sent, setSent] = useState<FollowUp | null>(null);
  const [message, setMessage] = useState('');
  const set = referral.contact?.follow_up ?? null;

  const mutation = useSingleMutation<Choice>({
    send: async (provider, { followUp, because }) => {
      const answer = await provider.setFollowUp(referral, followUp, because);
      const saved = followUp
        ? t('contact.daySaved', { day: dayText(followUp.on, followUp.at) })
        : t('contact.dayRemoved');
      setMessage([saved, replacedText(answer?.data, set)].filter(Boolean).join(' '));
      onSet(followUp);
    },
    onDone: () => {
      setDay(null);
      refresh();
      mutation.reset();
    },
    onFailed: (error) => {
      const { fields } = flaggedFields(error, ['because', 'follow_up']);
      if (fields.size > 0 && sent) setDay(sent);
    },
  });
  const { isBusy, error } = mutation;
  const refused = error && flaggedFields(error, ['because', 'follow_up']).fields;
  const send = (choice: Choice) => {
    setSent(choice.followUp);
    setMessage('');
    mutation.start(choice);
  };
  const choose = (on: string) => {
    if (needsReason(referral, on, today, rules)) setDay({ on });
    else send({ followUp: { on } });
  };

  return (
    <>
      <div className={styles.days}>
        {offeredDays(today, rules.holidays, isLater).map(({ label, on }) => (
          <Button
            key={label}
            variant="secondary"
            aria-pressed={set?.on === on}
            aria-disabled={isBusy || undefined}
            busy={isBusy && sent?.on === on}
            onClick={() => choose(on)}
          >
            <span>
              <span>{t(label)}</span> <small>{dayText(on)}</small>
            </span>
          </Button>
        ))}
        <Button
          variant="secondary"
          aria-expanded={day !== null}
          onClick={() => setDay(day ? null : { on: addDays(today, 1) })}
        >
          {t('contact.anotherDay')}
        </Button>
        {!isOpen(referral) && set && (
          <Button variant="quiet" busy={isBusy} onClick={() => send({ followUp: null })}>
            {t('contact.noCallBack')}
          </Button>
        )}
      </div>
      {day && (
        <DayForm
          day={day}
          onChange={setDay}
          isBusy={isBusy}
          asksWhy={needsReason(referral, day.on, today, rules)}
          refused={refused}
          onSubmit={(because) => send({ followUp: day, because })}
        />
      )}
      <StatusMessage>{message || null}</StatusMessage>
      {error && !isBusy && refused?.size === 0 && (
        <ProblemMessage>
          <FailureText error={error} failed="contact.dayFailed" details={GONE} />
        </ProblemMessage>
      )}
    </>
  );
}

interface FormProps {
  readonly day: FollowUp;
  readonly onChange: (day: FollowUp) => void;
  readonly isBusy: boolean;
  readonly asksWhy: boolean;
  readonly refused: ReadonlyMap<'because' | 'follow_up', unknown> | null;
  readonly onSubmit: (because: string | undefined) => void;
}

/** Any day, an hour if one is wanted, and the reason where one is needed. */
function DayForm({ day, onChange, isBusy, refused, onSubmit, ...props }: FormProps) {
  const t = useStaffT();
  const today = useRulesToday();
  const form = useRef<HTMLFormElement>(null);
  const [because, setBecause] = useState('');
  const [isMissing, setMissing] = useState(false);
  const isWhyRefused = refused?.has('because') ?? false;
  const asksWhy = props.asksWhy || isWhyRefused;
  // What is to be filled in: the reason, if the day is chosen, else the day.
  useEffect(() => {
    const fields = form.current?.querySelectorAll('input');
    fields?.[asksWhy ? fields.length - 1 : 0]?.focus();
    // oxlint-disable-next-line react/exhaustive-deps -- once, as it opens
  }, []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isReady = !asksWhy || hasVisibleText(because);
    setMissing(!isReady);
    if (isReady && day.on) onSubmit(because.trim() || undefined);
  };
  return (
    <form ref={form} noValidate className={styles.inputs} onSubmit={submit}>
      <TextField
        type="date"
        label={t('contact.day')}
        min={today}
        max={addDays(today, FOLLOW_UP_MAX_DAYS)}
        value={day.on}
        onChange={({ target }) => onChange({ ...day, on: target.value })}
        error={refused?.has('follow_up') || !day.on ? t('contact.dayRefused') : undefined}
      />
      <TextField
        type="time"
        label={t('contact.hour')}
        optional
        value={day.at ?? ''}
        onChange={({ target }) => onChange({ ...day, at: target.value || null })}
      />
      {asksWhy && (
        <TextField
          label={t('contact.because')}
          hint={t('contact.becauseHint')}
          maxLength={LENGTHS.notes}
          value={because}
          onChange={({ target }) => setBecause(target.value)}
          error={
            (isMissing || isWhyRefused) && !hasVisibleText(because)
              ? t('contact.becauseMissing')
              : undefined
          }
        />
      )}
      <div>
        <Button type="submit" variant="secondary" busy={isBusy}>
          {t('contact.setDay')}
        </Button>
      </div>
    </form>
  );
}
