import { useEffect, useRef, useState } from 'react';
import { LENGTHS } from '../../../../contract/constants';
import { CONTACT_CHANNELS, CONTACT_PARTIES } from '../../../../contract/contact';
import { flaggedFields, isTransient } from '../../../api/ApiError';
import type { ReferralRecord } from '../../../dataProvider/referrals';
import { now } from '../../../i18n/providerTime';
import { useStaffT, useValueText } from '../../../i18n/useStaffT';
import { Button } from '../../../ui/Button';
import { FailureText } from '../../../ui/FailureText';
import controls from '../../../ui/controls.module.css';
import { SelectField, TextAreaField, TextField } from '../../../ui/Field';
import { ProblemMessage, StatusMessage } from '../../../ui/Message';
import { useLeaveWarning } from '../../../ui/useLeaveWarning';
import { useSlowText } from '../../../ui/useSlowText';
import { GONE } from '../refusals';
import styles from './ContactPanel.module.css';
import { toLocalTime } from './localTime';
import { OutcomeButtons } from './OutcomeButtons';
import type { AttemptInputs, useAttempt } from './useAttempt';

interface Props {
  readonly referral: ReferralRecord;
  readonly attempt: ReturnType<typeof useAttempt>;
  /** Whether only the outcomes are in sight, as for a call to the person; the rest is folded. */
  readonly isSheet: boolean;
  /** How many other open referrals the person has, for which it can be saved as well. */
  readonly others: number;
  /** Whether it takes the focus: the button that had it is gone. */
  readonly takesFocus: boolean;
}

/** How and with whom contact was tried, and the outcomes, of which one tap saves it. */
export function AttemptForm({ referral, attempt, isSheet, others, takesFocus }: Props) {
  const t = useStaffT();
  const valueText = useValueText();
  const { inputs, setInputs, tapped, isBusy, error, save, giveUp } = attempt;
  const slowText = useSlowText(isBusy);
  const set = (change: Partial<AttemptInputs>) => setInputs({ ...inputs, ...change });
  const refused = error && flaggedFields(error, ['note', 'at']).fields;
  const isTooLong = inputs.note.length > LENGTHS.notes;
  // Only at first: what closes while it is used would lose the focus.
  const [isOpened] = useState(
    inputs.note !== '' ||
      inputs.time !== '' ||
      (isSheet && (inputs.channel !== 'call' || inputs.whom !== 'person')),
  );
  const fields = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    if (takesFocus) fields.current?.querySelector<HTMLElement>('select, summary')?.focus();
  }, [takesFocus]);
  useLeaveWarning(inputs.note !== '' || isBusy);
  const how = (
    <>
      <SelectField
        label={t('contact.channel')}
        value={inputs.channel}
        onChange={({ target }) => set({ channel: target.value as AttemptInputs['channel'] })}
      >
        {CONTACT_CHANNELS.map((channel) => (
          <option key={channel} value={channel}>
            {valueText('contact.channels', channel)}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t('contact.whom')}
        value={inputs.whom}
        onChange={({ target }) => set({ whom: target.value as AttemptInputs['whom'] })}
      >
        {CONTACT_PARTIES.map((whom) => (
          <option key={whom} value={whom}>
            {valueText('contact.parties', whom)}
          </option>
        ))}
      </SelectField>
    </>
  );
  return (
    <>
      <fieldset ref={fields} disabled={isBusy} className={styles.quiet}>
        {!isSheet && how}
        {others > 0 && (
          <label className={`${controls.check} ${styles.forAll}`}>
            <input
              type="checkbox"
              checked={inputs.isForAll}
              onChange={({ target }) => set({ isForAll: target.checked })}
            />
            <span>{t('contact.forAll', { smart_count: others })}</span>
          </label>
        )}
        <details className={styles.more} open={isOpened}>
          <summary>{t(isSheet ? 'contact.moreSheet' : 'contact.more')}</summary>
          <div className={styles.inputs}>
            {isSheet && how}
            <TextAreaField
              label={t('contact.note')}
              optional
              rows={2}
              value={inputs.note}
              onChange={({ target }) => set({ note: target.value })}
              error={
                isTooLong || refused?.has('note')
                  ? t('contact.noteTooLong', { max: LENGTHS.notes })
                  : undefined
              }
            />
            <TextField
              type="datetime-local"
              label={t('contact.time')}
              optional
              max={toLocalTime(now())}
              value={inputs.time}
              onChange={({ target }) => set({ time: target.value })}
              error={refused?.has('at') ? t('contact.timeRefused') : undefined}
            />
          </div>
        </details>
      </fieldset>
      <OutcomeButtons
        forbidsVoicemail={referral.may_voicemail === false}
        tapped={tapped}
        isBusy={isBusy}
        onTap={(outcome) => !isTooLong && save(outcome)}
      />
      <StatusMessage variant="note">{slowText ? t('contact.notSavedYet') : null}</StatusMessage>
      {error && !isBusy && (
        <ProblemMessage>
          <FailureText error={error} failed="contact.failed" details={GONE} />
          <div className={styles.buttons}>
            {isTransient(error) && tapped && (
              <Button variant="secondary" onClick={() => save(tapped)}>
                {t('app.tryAgain')}
              </Button>
            )}
            <Button
              variant="quiet"
              onClick={() => {
                giveUp();
                // The button disappears.
                fields.current?.querySelector<HTMLElement>('select, summary')?.focus();
              }}
            >
              {t('contact.giveUp')}
            </Button>
          </div>
        </ProblemMessage>
      )}
    </>
  );
}
