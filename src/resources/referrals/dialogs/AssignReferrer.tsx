import { type FormEvent, useId } from 'react';
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
import { ReferrerName } from '../fields/ReferrerName';
import styles from './StatusDialog.module.css';

interface Props {
  referral: ReferralRecord;
  /** The manager chosen and not yet sent. */
  chosen: string | null;
  onChange: (managerId: string | null) => void;
}

/** Who referred the person, and how to make it another one of the manager accounts (spec section 6). */
export function AssignReferrer({ referral, chosen, onChange }: Props) {
  const t = useStaffT();
  const titleId = useId();
  const canAssign = useCan('referral.assign');
  const managers = useGetList<Manager & { id: string }>('managers', {}, { enabled: canAssign });
  const write = useWrite<string>({
    send: async (provider, managerId) => {
      await provider.assign(referral, managerId);
      // From here on nothing is lost by closing the dialog.
      onChange(null);
    },
    done: 'referrer.done',
    failed: 'referrer.failed',
  });

  const options = (managers.data ?? []).map(({ id, fullname }) => ({ value: id, label: fullname }));
  const assign = () => chosen !== null && write.start(chosen);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    assign();
  };

  return (
    <section aria-labelledby={titleId} className={styles.part}>
      <h3 id={titleId}>{t('referrer.title')}</h3>
      <p className={styles.value}>
        <ReferrerName referral={referral} />
      </p>
      {canAssign && (
        <form noValidate className={styles.assign} onSubmit={onSubmit}>
          <SelectOne
            label={t('referrer.choose')}
            name="referrer"
            optional
            options={options}
            chosen={options.find((option) => option.value === chosen) ?? null}
            onChange={(option) => onChange(option?.value ?? null)}
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
      <WriteOutcome write={write} onTryAgain={assign} />
    </section>
  );
}
