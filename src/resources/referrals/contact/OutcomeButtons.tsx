import { useId } from 'react';
import { CONTACT_OUTCOMES, type ContactOutcome } from '../../../../contract/contact';
import { useStaffT, useValueText } from '../../../i18n/useStaffT';
import { Button } from '../../../ui/Button';
import styles from './ContactPanel.module.css';

/** The last three of the list are outcomes of a talk. */
const REACHED = 3;
const ROWS = [
  { title: 'contact.notReached', outcomes: CONTACT_OUTCOMES.slice(0, -REACHED) },
  { title: 'contact.reached', outcomes: CONTACT_OUTCOMES.slice(-REACHED) },
] as const;

interface Props {
  /** Whether the person does not want voicemail: what happened can be saved all the same. */
  readonly forbidsVoicemail: boolean;
  /** The outcome that is being saved, or that was not. */
  readonly tapped: ContactOutcome | null;
  readonly isBusy: boolean;
  readonly onTap: (outcome: ContactOutcome) => void;
}

/** The outcomes of a contact attempt, in two rows; one tap saves. */
export function OutcomeButtons({ forbidsVoicemail, tapped, isBusy, onTap }: Props) {
  const t = useStaffT();
  const valueText = useValueText();
  const id = useId();
  return ROWS.map(({ title, outcomes }) => (
    <div key={title} role="group" aria-labelledby={`${id}-${title}`}>
      <h4 id={`${id}-${title}`} className={styles.rowTitle}>
        {t(title)}
      </h4>
      <div className={styles.outcomes}>
        {outcomes.map((outcome) => (
          <Button
            key={outcome}
            variant="secondary"
            busy={isBusy && outcome === tapped}
            aria-disabled={isBusy || undefined}
            aria-pressed={outcome === tapped || undefined}
            onClick={() => onTap(outcome)}
          >
            {outcome === 'voicemail' && forbidsVoicemail ? (
              <span>
                <span>{valueText('contact.outcomes', outcome)}</span>{' '}
                <small className={styles.forbidden}>{t('contact.askedNotTo')}</small>
              </span>
            ) : (
              <span>{valueText('contact.outcomes', outcome)}</span>
            )}
          </Button>
        ))}
      </div>
    </div>
  ));
}
