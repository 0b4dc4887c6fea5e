import { useEffect, useId, useRef, useState } from 'react';
import { useController, useFormState, useWatch } from 'react-hook-form';
import { useRecordContext } from 'react-admin';
import { ENDED_STATUS } from '../../../../contract/staffConstants';
import { useFeature } from '../../../app/useFeature';
import type { ReferralRecord } from '../../../dataProvider/referrals';
import { EndReasonInputs, isNoteTooLong } from '../../../endings/EndReasonInputs';
import { useStaffT, useValueText } from '../../../i18n/useStaffT';
import { Button } from '../../../ui/Button';
import styles from '../ReferralDialogs.module.css';
import type { RecordValues } from './saveRecord';

const isEnded = ({ status }: Pick<ReferralRecord, 'status'>) => status === ENDED_STATUS;

/** The part that says why the referral in RecordContext ended; nothing in another status, or on a server without reasons. */
export function EndingPart() {
  const t = useStaffT();
  const titleId = useId();
  const referral = useRecordContext<ReferralRecord>();
  const isOffered = useFeature('endReasons');
  if (!isOffered || !referral || !isEnded(referral)) return null;
  return (
    <section aria-labelledby={titleId} className={styles.part}>
      <h3 id={titleId}>{t('ending.title')}</h3>
      <p className={styles.value}>
        <EndingText referral={referral} />
      </p>
    </section>
  );
}

/** The reason, and the sentence beside it. */
function EndingText({ referral: { end_reason, end_note } }: { referral: ReferralRecord }) {
  const t = useStaffT();
  const valueText = useValueText();
  if (!end_reason) return <span>{t('ending.none')}</span>;
  return (
    <>
      <span>{valueText('endReasons', end_reason)}</span>
      {end_note && (
        <>
          <span>: </span>
          <bdi>{end_note}</bdi>
        </>
      )}
    </>
  );
}

/**
 * Asks why the referral ended once its status says so. Of one that ended before, it shows the reason, or that there is none, and
 * asks on request.
 */
export function EndingInput({ referral }: { referral: ReferralRecord }) {
  const isOffered = useFeature('endReasons');
  const status = useWatch<RecordValues, 'status'>({ name: 'status' });
  const { dirtyFields } = useFormState<RecordValues>();
  const [isOpened, setOpened] = useState(false);
  if (!isOffered || !isEnded({ status })) return null;
  const isEntered = dirtyFields.end_reason ?? dirtyFields.end_note ?? false;
  if (isOpened || isEntered || !isEnded(referral)) {
    return <Inputs referral={referral} takesFocus={isOpened} />;
  }
  return <StoredEnding referral={referral} onOpen={() => setOpened(true)} />;
}

function StoredEnding({ referral, onOpen }: { referral: ReferralRecord; onOpen: () => void }) {
  const t = useStaffT();
  const text = referral.end_reason ? 'change' : 'add';
  return (
    <section className={styles.part} aria-label={t('ending.title')}>
      <div className={styles.line}>
        <p className={styles.value}>
          {referral.end_reason && <span>{`${t('ending.title')}: `}</span>}
          <EndingText referral={referral} />
          {!referral.end_reason && <span>:</span>}
        </p>
        <Button variant="quiet" aria-label={t(`ending.${text}Label`)} onClick={onOpen}>
          {t(`ending.${text}`)}
        </Button>
      </div>
    </section>
  );
}

interface InputsProps {
  readonly referral: ReferralRecord;
  readonly takesFocus: boolean;
}

function Inputs({ referral, takesFocus }: InputsProps) {
  // If the referral ends by this change, it needs a reason.
  const isNew = !isEnded(referral);
  const box = useRef<HTMLDivElement>(null);
  const note = useController<RecordValues, 'end_note'>({
    name: 'end_note',
    rules: { validate: (end_note) => !isNoteTooLong({ end_note }) },
  });
  const reason = useController<RecordValues, 'end_reason'>({
    name: 'end_reason',
    rules: {
      validate: (end_reason, { end_note }) =>
        end_reason !== '' || (!isNew && end_note.trim() === ''),
    },
  });
  useEffect(() => {
    // The button that opened it is gone.
    const chosen = box.current?.querySelector<HTMLElement>('input:checked');
    if (takesFocus) (chosen ?? box.current?.querySelector('input'))?.focus();
  }, [takesFocus]);
  return (
    <div ref={box}>
      <EndReasonInputs
        ending={{ end_reason: reason.field.value, end_note: note.field.value }}
        contact={referral.contact}
        onChange={({ end_reason, end_note }) => {
          if (end_reason !== reason.field.value) reason.field.onChange(end_reason);
          if (end_note !== note.field.value) note.field.onChange(end_note);
        }}
        isMissing={reason.fieldState.error !== undefined}
      />
    </div>
  );
}
