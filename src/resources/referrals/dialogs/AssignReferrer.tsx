import { type FormEvent, useId, useState } from 'react';
import { useGetList } from 'react-admin';
import type { Manager } from '../../../../contract/entities/account';
import type { ReferralRecord } from '../../../dataProvider/referrals';
import { useStaffT } from '../../../i18n/useStaffT';
import { Button } from '../../../shared/Button';
import { ListFailure } from '../../../shared/ListFailure';
import { SelectOne } from '../../../shared/SelectOne';
import { useCan } from '../../../shared/useCan';
import { useWrite } from '../../../staff/useWrite';
import { WriteOutcome } from '../../../staff/WriteOutcome';
import { GONE } from '../referralTexts';
import { ReferrerName } from '../fields/ReferrerName';
import styles from './StatusDialog.module.css';

interface Props {
  referral: ReferralRecord;
  /** The manager chosen and not yet sent. */
  chosen: string | null;
  onChange: (managerId: string | null) => void;
  /** Called once a manager has been assigned. */
  onAssigned: (managerId: string) => void;
}

/** Who referred the person, and how to make it another one of the manager accounts (spec section 6). */
export function AssignReferrer({ referral, chosen, onChange, onAssigned }: Props) {
  const t = useStaffT();
  const titleId = useId();
  const [assigned, setAssigned] = useState<string>();
  const [isMissing, setMissing] = useState(false);
  const canAssign = useCan('referral.assign');
  const managers = useGetList<Manager & { id: string }>('managers', {}, { enabled: canAssign });
  const options = (managers.data ?? []).map(({ id, fullname }) => ({ value: id, label: fullname }));
  const write = useWrite<string>({
    send: async (provider, managerId) => {
      await provider.assign(referral, managerId);
      // Known here even when the referral has left the list, as by a filter.
      setAssigned(options.find((option) => option.value === managerId)?.label);
      onAssigned(managerId);
    },
    done: 'referrer.done',
    failed: 'referrer.failed',
  });

  const assign = () => {
    setMissing(chosen === null);
    if (chosen !== null) write.start(chosen);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    assign();
  };

  return (
    <section aria-labelledby={titleId} className={styles.part}>
      <h3 id={titleId}>{t('referrer.title')}</h3>
      <p className={styles.value}>{assigned ?? <ReferrerName referral={referral} />}</p>
      {canAssign && (
        <form noValidate className={styles.assign} onSubmit={onSubmit}>
          <SelectOne
            label={t('referrer.choose')}
            name="referrer"
            optional
            options={options}
            chosen={options.find((option) => option.value === chosen) ?? null}
            onChange={(option) => onChange(option?.value ?? null)}
            flag={isMissing && chosen === null ? t('referrer.missing') : undefined}
            placeholder={t(managers.isPending ? 'referrer.loading' : 'referrer.placeholder')}
            emptyText={t(managers.isPending ? 'referrer.loading' : 'referrer.none')}
          />
          <Button type="submit" look="secondary" busy={write.isBusy || write.isDone}>
            {t('referrer.submit')}
          </Button>
          {managers.isError && (
            <ListFailure
              text={t('referrer.loadFailed')}
              control="referrer"
              onRetry={() => void managers.refetch()}
            />
          )}
        </form>
      )}
      <WriteOutcome write={write} onTryAgain={assign} details={GONE} />
    </section>
  );
}
