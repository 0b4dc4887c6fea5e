import { type FormEvent, useId, useRef, useState } from 'react';
import { RecordContextProvider, useCanAccess, useGetList } from 'react-admin';
import type { Manager } from '../../../../contract/entities/account';
import type { ReferralRecord } from '../../../dataProvider/referrals';
import { useStaffT } from '../../../i18n/useStaffT';
import { Button } from '../../../ui/Button';
import { ListFailure } from '../../../ui/useList';
import { RESOURCES } from '../../../app/routes';
import { SingleSelect } from '../../../ui/SingleSelect';
import { MutationStatus, useConflict, useDialogMutation, useIsPainted } from '../../../admin';
import { labelAccounts } from '../../accountLabels';
import { ReferrerDetails } from '../referralFields';
import { ReferralConflictNotice } from './ReferralConflictNotice';
import { GONE } from '../refusals';
import styles from '../ReferralDialogs.module.css';

interface Props {
  referral: ReferralRecord;
  /** The id of the manager who is chosen but not yet sent. */
  chosen: string | null;
  onChange: (managerId: string | null) => void;
  /** Called after the assignment. */
  onAssigned: (managerId: string) => void;
  /** Receives the current referral. */
  onRead: (referral: ReferralRecord) => void;
}

/** The referrer, and a form that assigns another manager (spec section 6). */
export function AssignReferrer({ referral, chosen, onChange, onAssigned, onRead }: Props) {
  const t = useStaffT();
  const titleId = useId();
  const section = useRef<HTMLElement>(null);
  const [assigned, setAssigned] = useState<Manager>();
  const [isMissing, setMissing] = useState(false);
  const { canAccess: canAssign = false } = useCanAccess({
    resource: RESOURCES.referrals,
    action: 'assign',
  });
  const isPainted = useIsPainted();
  const managers = useGetList<Manager & { id: string }>(
    RESOURCES.managers,
    {},
    { enabled: canAssign && isPainted },
  );
  const labels = labelAccounts(managers.data ?? []);
  const options = (managers.data ?? []).map(({ id, fullname }) => ({
    value: id,
    label: labels.get(id) ?? fullname,
    alias: fullname,
  }));
  const mutation = useDialogMutation<string>({
    send: async (provider, managerId) => {
      await provider.assign(referral, managerId);
      // The list may not have the referral any more, for example because of its filter.
      const manager = managers.data?.find(({ id }) => id === managerId);
      setAssigned(manager);
      onAssigned(managerId);
      // Otherwise the next change from this dialog would conflict with this one.
      const version = referral.version === undefined ? {} : { version: referral.version + 1 };
      if (manager) onRead({ ...referral, ...version, user_info: toReferrer(manager) });
    },
    done: 'referrer.done',
    failed: 'referrer.failed',
  });

  const conflict = useConflict<ReferralRecord>({
    error: mutation.error,
    read: (provider) => provider.readReferral(referral),
    onRead,
  });
  const assign = () => {
    setMissing(chosen === null);
    if (chosen === null) return;
    conflict.setBase(referral);
    mutation.start(chosen);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    assign();
  };

  return (
    <section ref={section} aria-labelledby={titleId} className={styles.part}>
      <h3 id={titleId}>{t('referrer.title')}</h3>
      <p className={styles.value}>
        <RecordContextProvider
          value={assigned ? { ...referral, user_info: toReferrer(assigned) } : referral}
        >
          <ReferrerDetails />
        </RecordContextProvider>
      </p>
      {canAssign && (
        <form noValidate className={styles.assign} onSubmit={onSubmit}>
          <SingleSelect
            label={t('referrer.choose')}
            name="referrer"
            optional
            options={options}
            chosen={options.find((option) => option.value === chosen) ?? null}
            onChange={(option) => onChange(option?.value ?? null)}
            error={isMissing && chosen === null ? t('referrer.missing') : undefined}
            placeholder={t(managers.isPending ? 'referrer.loading' : 'referrer.placeholder')}
            emptyText={t(managers.isPending ? 'referrer.loading' : 'referrer.none')}
          />
          <Button type="submit" variant="secondary" busy={mutation.isBusy || mutation.isDone}>
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
      <MutationStatus
        mutation={mutation}
        onTryAgain={assign}
        details={GONE}
        conflict={
          conflict.state && (
            <ReferralConflictNotice
              conflict={conflict}
              now={referral}
              entered={{ referred_by: chosen }}
              onKeep={() => {
                onChange(null);
                mutation.reset();
                section.current?.querySelector<HTMLElement>('input')?.focus();
              }}
              onSave={assign}
            />
          )
        }
      />
    </section>
  );
}

const toReferrer = ({ _id, fullname, username }: Manager) => ({
  fullname,
  id: _id,
  ...(username && { username }),
});
