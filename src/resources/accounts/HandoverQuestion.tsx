import { useId } from 'react';
import { Loading } from '../../app/lazyComponent';
import type { AccountRecord } from '../../dataProvider/accounts';
import { formatNumber } from '../../i18n/format';
import { useLanguage } from '../../i18n/I18nProvider';
import { isolate } from '../../i18n/isolate';
import { useStaffT } from '../../i18n/useStaffT';
import { Button } from '../../ui/Button';
import controls from '../../ui/controls.module.css';
import { ProblemMessage } from '../../ui/Message';
import { useOpenText } from '../useOwners';
import styles from './AccountStateDialogs.module.css';
import { type Handover, type HandoverChoice, HANDOVERS } from './useHandover';

interface Props {
  readonly record: AccountRecord;
  readonly handover: Handover;
  /** While the answer is being sent, it cannot be changed. */
  readonly isSending: boolean;
}

/** Asks what becomes of the open referrals of an account; nothing if it owns none. */
export function HandoverQuestion({ record, handover, isSending }: Props) {
  const t = useStaffT();
  const { language } = useLanguage();
  const { open, isLoading, isUnknown } = handover;
  const name = record.fullname;
  if (isLoading) return <Loading />;
  if (isUnknown) return <p>{t('accountState.ownedFailed')}</p>;
  if (open === 0) return null;
  return (
    <fieldset disabled={isSending} className={styles.handover}>
      <legend>
        {t('accountState.owned', { smart_count: open, count: formatNumber(open, language), name })}
      </legend>
      {HANDOVERS.map((choice) => (
        <HandoverOption key={choice} choice={choice} name={name} handover={handover} />
      ))}
      <p className={styles.hint}>{t('accountState.handoverHint')}</p>
    </fieldset>
  );
}

interface OptionProps {
  readonly choice: HandoverChoice;
  /** The name of the account. */
  readonly name: string;
  readonly handover: Handover;
}

function HandoverOption({ choice, name, handover }: OptionProps) {
  const t = useStaffT();
  const id = useId();
  const hasHint = choice !== 'handOver';
  return (
    <div>
      <label className={controls.check}>
        <input
          type="radio"
          name="handover"
          checked={handover.choice === choice}
          aria-describedby={hasHint ? id : undefined}
          onChange={() => handover.choose(choice)}
        />
        <strong>{t(`accountState.${choice}`)}</strong>
      </label>
      <div className={styles.below}>
        {hasHint ? (
          <p id={id} className={styles.hint}>
            {t(`accountState.${choice}Hint`, { name })}
          </p>
        ) : (
          <OwnerChoice handover={handover} />
        )}
      </div>
    </div>
  );
}

/** Who takes the referrals, each with the number of open ones that they have. */
function OwnerChoice({ handover }: Pick<Props, 'handover'>) {
  const t = useStaffT();
  const id = useId();
  const openText = useOpenText();
  const { owners, me, owner, isMissing, hasOwnersFailed } = handover;
  if (hasOwnersFailed) {
    return (
      <ProblemMessage>
        <p>{t('accountState.ownersFailed')}</p>
        <div>
          <Button variant="secondary" onClick={handover.reloadOwners}>
            {t('app.tryAgain')}
          </Button>
        </div>
      </ProblemMessage>
    );
  }
  const mine = owners.filter((one) => one.id === me?.id);
  const sorted = [...mine, ...owners.filter((one) => one.id !== me?.id)];
  return (
    <>
      <select
        value={owner}
        aria-label={t('accountState.newOwner')}
        aria-invalid={isMissing || undefined}
        aria-describedby={isMissing ? id : undefined}
        className={controls.select}
        onChange={({ target }) => handover.chooseOwner(target.value)}
      >
        {(owner === '' || owners.length === 0) && (
          <option value="">
            {t(owners.length === 0 ? 'app.loading' : 'accountState.chooseOwner')}
          </option>
        )}
        {sorted.map((one) => {
          const label = one.id === me?.id ? t('owner.me', { name: one.label }) : one.label;
          const open = openText(one);
          return (
            <option key={one.id} value={one.id}>
              {open ? t('owners.withOpen', { name: label, open }) : isolate(label)}
            </option>
          );
        })}
      </select>
      {isMissing && (
        <p id={id} role="alert" className={controls.flag}>
          {t('accountState.ownerNeeded')}
        </p>
      )}
    </>
  );
}
