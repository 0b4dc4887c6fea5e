import { type FocusEvent, useId } from 'react';
import {
  END_REASONS,
  PERSON_END_REASONS,
  PROVIDER_END_REASONS,
  REASON_NOTE_MAX,
} from '../../contract/staffConstants';
import { useStaffT, useValueText } from '../i18n/useStaffT';
import controls from '../ui/controls.module.css';
import { TextField } from '../ui/Field';
import { canSayNotReached } from './canSayNotReached';
import styles from './endings.module.css';

/** Why referrals ended, as it is entered; without a reason it is empty. */
export interface Ending {
  readonly end_reason: string;
  readonly end_note: string;
}

interface Props {
  readonly ending: Ending;
  readonly onChange: (ending: Ending) => void;
  /** Whether a missing reason is flagged. */
  readonly isMissing: boolean;
}

/** Asks why a referral ended: for one reason, the person's or the provider's, and an optional sentence. */
export function EndReasonInputs({ ending, onChange, isMissing }: Props) {
  const t = useStaffT();
  const id = useId();
  const ids = { why: `${id}-why`, readers: `${id}-readers`, flag: `${id}-flag` };
  const { end_reason, end_note } = ending;
  const choose = (reason: string) => onChange({ ...ending, end_reason: reason });
  const isKnown = END_REASONS.some((reason) => reason === end_reason);
  const choices = { name: `${id}-reason`, chosen: end_reason, onChoose: choose };
  return (
    <div className={styles.ending}>
      <div
        id={id}
        role="radiogroup"
        aria-labelledby={ids.why}
        aria-describedby={`${isMissing ? `${ids.flag} ` : ''}${ids.readers}`}
        aria-required
        aria-invalid={isMissing || undefined}
        tabIndex={-1}
        className={styles.why}
        onFocus={focusFirst}
      >
        <div>
          <h3 id={ids.why}>{t('ending.why')}</h3>
          <p id={ids.readers} className={controls.hint}>
            {t('ending.readers')}
          </p>
        </div>
        {isMissing && (
          <p id={ids.flag} className={controls.flag}>
            {t('ending.missing')}
          </p>
        )}
        <div className={styles.groups}>
          <Reasons {...choices} label={t('ending.person')} reasons={PERSON_END_REASONS} />
          <Reasons
            {...choices}
            label={t('ending.provider')}
            reasons={PROVIDER_END_REASONS.filter(
              (reason) => reason !== 'notReached' || canSayNotReached(),
            )}
          />
          {/* Of a newer server. */}
          {end_reason !== '' && !isKnown && (
            <Reasons {...choices} label={t('ending.other')} reasons={[end_reason]} />
          )}
        </div>
      </div>
      <TextField
        name="end_note"
        label={t('ending.note')}
        optional
        value={end_note}
        onChange={({ target }) => onChange({ ...ending, end_note: target.value })}
        error={
          isNoteTooLong(ending)
            ? t('ending.noteTooLong', { count: end_note.length, max: REASON_NOTE_MAX })
            : undefined
        }
      />
    </div>
  );
}

/** Whether the sentence is longer than the server takes. */
export const isNoteTooLong = ({ end_note }: Pick<Ending, 'end_note'>) =>
  end_note.trim().length > REASON_NOTE_MAX;

/** The group that has the error has the focus only to pass it on. */
function focusFirst({ target, currentTarget }: FocusEvent<HTMLElement>) {
  if (target === currentTarget) currentTarget.querySelector('input')?.focus();
}

interface ReasonsProps {
  readonly label: string;
  readonly reasons: readonly string[];
  /** Of the radio buttons of all groups, one of which is chosen. */
  readonly name: string;
  readonly chosen: string;
  readonly onChoose: (reason: string) => void;
}

function Reasons({ label, reasons, name, chosen, onChoose }: ReasonsProps) {
  const valueText = useValueText();
  const id = useId();
  return (
    <div role="group" aria-labelledby={id} className={styles.group}>
      <h4 id={id}>{label}</h4>
      {reasons.map((reason) => (
        <label key={reason} className={controls.check}>
          <input
            type="radio"
            name={name}
            value={reason}
            checked={reason === chosen}
            onChange={() => onChoose(reason)}
          />
          <span>{valueText('endReasons', reason)}</span>
        </label>
      ))}
    </div>
  );
}
