import { type FocusEvent, useId } from 'react';
import {
  END_REASONS,
  PERSON_END_REASONS,
  PROVIDER_END_REASONS,
  REASON_NOTE_MAX,
} from '../../contract/staffConstants';
import type { Contact } from '../../contract/entities/contactState';
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
  /** The attempts to reach the person, where the server records them; absent for many referrals at once. */
  readonly contact?: Contact | undefined;
  /** Of many referrals: for how many 'Could not be reached' comes too early. */
  readonly tooEarly?: number | undefined;
  readonly onChange: (ending: Ending) => void;
  /** Whether a missing reason is flagged. */
  readonly isMissing: boolean;
}

/** Asks why a referral ended: for one reason, the person's or the provider's, and an optional sentence. */
export function EndReasonInputs({ ending, contact, tooEarly = 0, onChange, isMissing }: Props) {
  const t = useStaffT();
  const id = useId();
  const ids = { why: `${id}-why`, readers: `${id}-readers`, flag: `${id}-flag` };
  const { end_reason, end_note } = ending;
  const choose = (reason: string) => onChange({ ...ending, end_reason: reason });
  const { isOffered, failed } = canSayNotReached(contact);
  const notYet =
    tooEarly > 0
      ? t('ending.notReachedByAll', { smart_count: tooEarly })
      : t('ending.notReached', { smart_count: failed });
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
            reasons={PROVIDER_END_REASONS}
            {...((!isOffered || tooEarly > 0) &&
              end_reason !== 'notReached' && { disabled: { notReached: notYet } })}
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
  /** Why a reason cannot be chosen yet. */
  readonly disabled?: Readonly<Partial<Record<string, string>>>;
}

function Reasons({ label, reasons, name, chosen, onChoose, disabled = {} }: ReasonsProps) {
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
            disabled={disabled[reason] !== undefined}
            aria-describedby={disabled[reason] && `${id}-${reason}`}
            onChange={() => onChoose(reason)}
          />
          <span className={disabled[reason] && styles.disabled}>
            <span>{valueText('endReasons', reason)}</span>
            {disabled[reason] && (
              <small id={`${id}-${reason}`} className={controls.hint}>
                {disabled[reason]}
              </small>
            )}
          </span>
        </label>
      ))}
    </div>
  );
}
