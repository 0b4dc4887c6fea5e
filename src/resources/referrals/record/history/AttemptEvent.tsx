import { type ReactElement, useState } from 'react';
import { useRecordContext } from 'react-admin';
import type { HistoryEvent } from '../../../../../contract/entities/history';
import { lazyComponent } from '../../../../app/lazyComponent';
import type { ReferralRecord } from '../../../../dataProvider/referrals';
import { useStaffT, useValueText } from '../../../../i18n/useStaffT';
import { Button } from '../../../../ui/Button';
import { useDayText } from '../../contact/contactTexts';
import { useCanAct } from '../../useCanAct';
import { Fold, Line } from './EventLine';
import { LongText } from './EventValue';
import styles from './HistoryList.module.css';

/** Lazy, as mistakes are rare. */
const StrikeDialog = lazyComponent(
  async () => (await import('../../contact/StrikeDialog')).StrikeDialog,
  null,
);

interface Props {
  readonly event: HistoryEvent;
  readonly actor: ReactElement | null;
  /** For paper. */
  readonly isFull: boolean;
}

/** A contact attempt: its outcome, how and with whom, the note and the next call. A struck one is folded, and stays readable. */
export function AttemptEvent({ event, actor, isFull }: Props) {
  const t = useStaffT();
  const referral = useRecordContext<ReferralRecord>();
  const struck = event.attempt?.struck;
  if (!struck) {
    return (
      <>
        <Content event={event} actor={actor} />
        {referral && !isFull && <Mistake id={event.id} referral={referral} />}
      </>
    );
  }
  const label = struck.reason
    ? t('contact.mistakeBecause', { reason: struck.reason })
    : t('contact.undoneAt');
  return (
    <>
      {isFull && <p>{label}</p>}
      <Fold isOpen={isFull} label={label}>
        <s className={styles.struck}>
          <Content event={event} actor={actor} />
        </s>
        {struck.actor && (
          <p>
            <span>{`${t('history.by')} `}</span>
            <bdi>{struck.actor.fullname}</bdi>
          </p>
        )}
      </Fold>
    </>
  );
}

function Content({ event: { attempt, text }, actor }: Pick<Props, 'event' | 'actor'>) {
  const t = useStaffT();
  const valueText = useValueText();
  const dayText = useDayText();
  if (!attempt) return null;
  const { outcome, whom, channel, follow_up } = attempt;
  const [day = '', hour] = follow_up?.split(' ') ?? [];
  return (
    <>
      <Line actor={actor}>
        <strong>{valueText('contact.outcomes', outcome)}</strong>
        <span>{` · ${valueText('contact.parties', whom)} · ${valueText('contact.channels', channel)}`}</span>
      </Line>
      {text && <LongText>{text}</LongText>}
      {day && <p>{t('contact.callBackOn', { day: dayText(day, hour) })}</p>}
    </>
  );
}

/** Strikes an attempt that was entered by mistake, for people who may. */
function Mistake({ id, referral }: { id: string; referral: ReferralRecord }) {
  const t = useStaffT();
  const canAct = useCanAct(referral);
  const [isOpen, setOpen] = useState(false);
  if (!canAct) return null;
  return (
    <div className={styles.mistake}>
      <Button variant="quiet" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('contact.mistake')}
      </Button>
      {isOpen && <StrikeDialog id={id} onClose={() => setOpen(false)} />}
    </div>
  );
}
