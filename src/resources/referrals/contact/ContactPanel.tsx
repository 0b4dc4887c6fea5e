/** What staff do forty times a morning: say what came of a call, and when to call again. */
import { useId, useState } from 'react';
import type { Contact } from '../../../../contract/entities/contactState';
import type { FollowUp, SavedAttempt } from '../../../../contract/entities/contact';
import type { ReferralRecord } from '../../../dataProvider/referrals';
import { useStaffT } from '../../../i18n/useStaffT';
import { StatusMessage } from '../../../ui/Message';
import { AttemptForm } from './AttemptForm';
import { AttemptResult } from './AttemptResult';
import { ContactState } from './ContactState';
import styles from './ContactPanel.module.css';
import { useAttempt } from './useAttempt';
import type { ContactHere } from './useContactHere';

export interface ContactPanelProps {
  readonly referral: ReferralRecord;
  readonly here: ContactHere;
  /** For a phone held in one hand: larger outcomes, and nothing but them before one is tapped. */
  readonly isSheet?: boolean;
  /** The ids of the other open referrals of the person, for which an attempt can be saved as well. */
  readonly also?: readonly string[] | undefined;
  /** Receives the referral after a change of its status. */
  readonly onRead?: (referral: ReferralRecord) => void;
}

const NOTHING = () => undefined;

/** The attempts to reach the person of a referral and its next step, and the outcomes of the next attempt. */
export function ContactPanel({
  referral: loaded,
  here,
  isSheet = false,
  also,
  onRead = NOTHING,
}: ContactPanelProps) {
  const t = useStaffT();
  const id = useId();
  const [result, setResult] = useState<{ saved: SavedAttempt; before: Contact } | null>(null);
  const [isUndone, setUndone] = useState(false);
  const { contact, show } = here;
  const onSaved = (saved: SavedAttempt) => {
    if (!contact) return;
    setUndone(false);
    setResult({ saved, before: contact });
    show({
      ...withDay(contact, saved.follow_up),
      attempts: [...contact.attempts.filter((one) => one.id !== saved.attempt.id), saved.attempt],
    });
  };
  const attempt = useAttempt(loaded, onSaved, also);
  if (!contact) return null;
  const referral = { ...loaded, contact };
  const onDaySet = (followUp: FollowUp | null, chosen = followUp) =>
    show(withDay(contact, followUp), chosen);

  return (
    <section aria-labelledby={id} className={isSheet ? styles.sheet : styles.panel}>
      {(!isSheet || result) && (
        <ContactState referral={referral} hasDays={!result} onDaySet={onDaySet} />
      )}
      <div className={styles.part}>
        <div>
          <h3 id={id} className={isSheet && !result ? 'visually-hidden' : styles.title}>
            {t('contact.after')}
          </h3>
          {!result && !isSheet && <p className={styles.hint}>{t('contact.oneTap')}</p>}
        </div>
        <StatusMessage>{isUndone && t('contact.undone')}</StatusMessage>
        {result ? (
          <AttemptResult
            key={result.saved.attempt.id}
            referral={referral}
            saved={result.saved}
            before={result.before.follow_up}
            chosen={here.chosen}
            onDaySet={onDaySet}
            onRead={onRead}
            onUndone={() => {
              show(result.before);
              setResult(null);
              setUndone(true);
            }}
            onAnother={() => setResult(null)}
          />
        ) : (
          <AttemptForm
            referral={referral}
            attempt={attempt}
            isSheet={isSheet}
            others={also?.length ?? 0}
            takesFocus={isUndone}
          />
        )}
      </div>
    </section>
  );
}

/** With another day; who set it is not said of one's own. */
const withDay = (contact: Contact, followUp: FollowUp | null): Contact => ({
  ...contact,
  is_from_before: false,
  follow_up: followUp && { on: followUp.on, at: followUp.at ?? null, by: null },
});
