import type { Consent } from '../../../../../contract/entities/consent';
import { useStaffT, useValueText } from '../../../../i18n/useStaffT';
import { DrawnSignature } from '../../../../signing/SignatureField';
import { Button } from '../../../../ui/Button';
import type { OpenedConsentDialog } from './ConsentDialog';
import styles from './consents.module.css';
import { useConsentDay } from './consentTexts';

/** A dialog of one consent. */
type CardDialog = Extract<OpenedConsentDialog, { consent: Consent }>['dialog'];

interface Props {
  readonly consent: Consent;
  /** Whether the person may work at the site of the referral. */
  readonly canAct: boolean;
  readonly onOpen: (dialog: CardDialog) => void;
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
      {consent.by_phone_only && <p className={styles.hint}>{t('consents.byPhone')}</p>}
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
    const endedOn = ended.at ? t('consents.endedOn', { how, date: day(ended.at) }) : how;
    return (
      <p>
        {ended.by && ended.at
          ? t('consents.endedBy', {
              how,
              date: day(ended.at),
              by: ended.by,
              note: ended.note ?? '',
            })
          : endedOn}
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
  const { typed_name: name, drawing } = signed;
  const date = day(signed.on);
  const { place, witness } = signed;
  return (
    <>
      <p className={styles.hint}>
        {name === null
          ? t('consents.signedOn', { date, place: place ?? '', witness: witness ?? '' })
          : t('consents.onScreen.signedBy', { date, name })}
      </p>
      {drawing && <DrawnSignature label={t('consents.onScreen.drawing')} drawing={drawing} />}
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
    text: 'form.print' | 'onScreen.button' | 'sign' | 'no' | 'stop' | 'confirm',
    dialog: CardDialog,
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
      {canAct && isUnsigned && button('onScreen.button', 'screen')}
      {isUnsigned && button('form.print', 'form')}
      {canAct && isUnsigned && button('sign', 'paper')}
      {canAct && state === 'suspended' && canConfirm && button('confirm', 'confirm')}
      {button(isUnsigned ? 'no' : 'stop', 'end')}
    </div>
  );
}
