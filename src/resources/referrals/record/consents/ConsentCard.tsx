import type { Consent } from '../../../../../contract/entities/consent';
import { useStaffT, useValueText } from '../../../../i18n/useStaffT';
import { Button } from '../../../../ui/Button';
import styles from './consents.module.css';
import { useConsentDay } from './consentTexts';

interface Props {
  readonly consent: Consent;
  /** Whether the person may work at the site of the referral. */
  readonly canAct: boolean;
  readonly onOpen: (dialog: 'form' | 'paper' | 'end' | 'confirm') => void;
}

/** One consent: whom it names, what they may hear, whether it is in force, and what can be done. */
export function ConsentCard({ consent, canAct, onOpen }: Props) {
  const t = useStaffT();
  const valueText = useValueText();
  const { recipient, level, state, suspensions, may_revoke_from: from } = consent;
  const isInForce = state === 'inForce';
  return (
    <li className={`${styles.card} ${isInForce ? styles.inForce : ''}`}>
      <p>
        <strong>
          <bdi>{recipient.name}</bdi>
        </strong>{' '}
        <span className={styles.hint}>{valueText('consents.kinds', recipient.kind)}</span>
      </p>
      <p>{valueText('consents.levels', level)}</p>
      <StateLine consent={consent} />
      {suspensions.map((suspension) => (
        <p key={suspension} className={styles.hint}>
          {valueText('consents.suspensions', suspension)}
        </p>
      ))}
      <p className={styles.hint}>
        <span>{`${t('consents.purpose')}: `}</span>
        <bdi>{consent.purpose}</bdi>
      </p>
      {from && <p className={styles.hint}>{t('consents.mayRevokeFrom', { when: from })}</p>}
      <Origin consent={consent} />
      {state !== 'ended' && <Actions consent={consent} canAct={canAct} onOpen={onOpen} />}
    </li>
  );
}

/** Whether it is in force, and until when; or how it ended. */
function StateLine({
  consent: { state, ended, last_day, ends_after_closing },
}: {
  consent: Consent;
}) {
  const t = useStaffT();
  const valueText = useValueText();
  const day = useConsentDay();
  if (ended) {
    const how = valueText('consents.endings', ended.ending);
    return (
      <p>
        {ended.by && ended.at
          ? t('consents.endedBy', {
              how,
              date: day(ended.at),
              by: ended.by,
              note: ended.note ?? '',
            })
          : how}
      </p>
    );
  }
  const date = last_day === null ? '' : day(last_day);
  return (
    <p>
      <strong>
        {t(`consents.states.${state}` as 'consents.states.inForce', { date, _: state })}
      </strong>
      {state === 'inForce' && ends_after_closing && <span>{` ${t('consents.afterClosing')}`}</span>}
    </p>
  );
}

/** Who asked for it, and how it was signed. */
function Origin({ consent: { asked, signed } }: { consent: Consent }) {
  const t = useStaffT();
  const day = useConsentDay();
  if (!signed) {
    const values = { date: day(asked.at), by: asked.by ?? '' };
    return <p className={styles.hint}>{t('consents.askedOn', values)}</p>;
  }
  return (
    <>
      <p className={styles.hint}>
        {t('consents.signedOn', {
          date: day(signed.on),
          place: signed.place ?? '',
          witness: signed.witness ?? '',
        })}
      </p>
      {signed.signer_name && (
        <p className={styles.hint}>{t('consents.signedBy', { name: signed.signer_name })}</p>
      )}
    </>
  );
}

/** A consent may be ended at any site, signed and confirmed where the person may work. */
function Actions({ consent, canAct, onOpen }: Props) {
  const t = useStaffT();
  const { state, suspensions } = consent;
  const button = (
    text: 'form.print' | 'sign' | 'no' | 'stop' | 'confirm',
    dialog: 'form' | 'paper' | 'end' | 'confirm',
  ) => (
    <Button variant="secondary" aria-haspopup="dialog" onClick={() => onOpen(dialog)}>
      <span>{t(`consents.${text}`)}</span>{' '}
      <span className="visually-hidden">
        {t('consents.toName', { name: consent.recipient.name })}
      </span>
    </Button>
  );
  const isUnsigned = consent.signed === null;
  const canConfirm = suspensions.some((suspension) => suspension !== 'restored');
  return (
    <div className={`${styles.actions} screen-only`}>
      {isUnsigned && button('form.print', 'form')}
      {canAct && isUnsigned && button('sign', 'paper')}
      {canAct && state === 'suspended' && canConfirm && button('confirm', 'confirm')}
      {button(isUnsigned ? 'no' : 'stop', 'end')}
    </div>
  );
}
