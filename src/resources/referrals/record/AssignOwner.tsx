import { type FormEvent, useId, useRef } from 'react';
import { useCanAccess } from 'react-admin';
import {
  MutationStatus,
  submitOnEnter,
  useConflict,
  useDialogMutation,
  useIsPainted,
} from '../../../admin';
import type { ReferralRecord } from '../../../dataProvider/referrals';
import { useStaffT } from '../../../i18n/useStaffT';
import { Button } from '../../../ui/Button';
import { SelectField } from '../../../ui/Field';
import { ListFailure } from '../../../ui/useList';
import { RESOURCES } from '../../../app/routes';
import { useFeature } from '../../../app/useFeature';
import { ReferralConflictNotice } from './ReferralConflictNotice';
import { GONE } from '../refusals';
import dialogStyles from '../ReferralDialogs.module.css';
import { labelAccounts } from '../../accountLabels';
import { OwnerField } from '../referralFields';
import { useOwners } from '../useOwners';
import { type Owner, useChosenOwner } from './useRecordInput';

interface Props {
  readonly referral: ReferralRecord;
  /** Receives the current referral. */
  readonly onRead: (referral: ReferralRecord) => void;
}

/** The referral after its owner was assigned. */
export const withOwner = (referral: ReferralRecord, owner: Owner | null): ReferralRecord => ({
  ...referral,
  ...(referral.version !== undefined && { version: referral.version + 1 }),
  owner,
});

/** Who works on a referral, for people who may not change it; nothing on a server without owners. */
export function ReadOnlyOwner() {
  const t = useStaffT();
  const titleId = useId();
  if (!useFeature('owners')) return null;
  return (
    <section aria-labelledby={titleId} className={dialogStyles.part}>
      <h3 id={titleId}>{t('owner.title')}</h3>
      <p className={dialogStyles.value}>
        <OwnerField />
      </p>
    </section>
  );
}

/** A form that assigns another owner at once, separately from the rest of the dialog, like AssignReferrer. */
export function AssignOwner({ referral, onRead }: Props) {
  const t = useStaffT();
  const form = useRef<HTMLFormElement>(null);
  const isOffered = useFeature('owners');
  const { canAccess = false } = useCanAccess({
    resource: RESOURCES.referrals,
    action: 'assignOwner',
  });
  const canAssign = isOffered && canAccess;
  const isPainted = useIsPainted();
  const { owners, me, error, refetch } = useOwners(canAssign && isPainted);
  const [chosen, setChosen] = useChosenOwner(referral);
  const now = referral.owner ?? null;
  const mutation = useDialogMutation<Owner | null>({
    send: async (provider, owner) => {
      await provider.assignOwner(referral, owner && owner.id);
      setChosen(undefined);
      // Otherwise the next change from this dialog would conflict with this one.
      onRead(withOwner(referral, owner));
    },
    done: 'owner.done',
    failed: 'owner.failed',
  });
  const conflict = useConflict<ReferralRecord>({
    error: mutation.error,
    read: (provider) => provider.readReferral(referral),
    onRead,
  });

  if (!canAssign) return <ReadOnlyOwner />;
  const shown = chosen === undefined ? now : chosen;
  const assign = () => {
    if (mutation.isBusy || mutation.isDone) return;
    conflict.setBase(referral);
    mutation.start(shown);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (shown?.id !== now?.id) assign();
  };
  const others = owners.filter(({ id }) => id !== me?.id);
  const known: Owner[] = [...(me ? [me] : []), ...others].map(
    ({ label: _label, ...owner }) => owner,
  );
  // Owners that are not among the options: they can no longer own referrals, or the options are still loading.
  const unknown = [now, shown].filter(
    (owner): owner is Owner => owner !== null && !known.some(({ id }) => id === owner.id),
  );
  const choices = [...new Map([...known, ...unknown].map((owner) => [owner.id, owner])).values()];
  const labels = labelAccounts(choices);
  const onChange = (id: string) => {
    const owner = choices.find((choice) => choice.id === id) ?? null;
    setChosen(owner?.id === now?.id ? undefined : owner);
  };

  return (
    <div className={dialogStyles.part}>
      <form ref={form} noValidate className={dialogStyles.assign} onSubmit={onSubmit}>
        <SelectField
          label={t('owner.title')}
          name="owner"
          optional
          value={shown?.id ?? ''}
          onKeyDown={submitOnEnter}
          onChange={(event) => onChange(event.currentTarget.value)}
        >
          <option value="">{t('owner.nobody')}</option>
          {choices.map(({ id, fullname }) => {
            const name = labels.get(id) ?? fullname;
            return (
              <option key={id} value={id}>
                {id === me?.id ? t('owner.me', { name }) : name}
              </option>
            );
          })}
        </SelectField>
        <Button
          type="submit"
          variant="secondary"
          aria-disabled={shown?.id === now?.id || undefined}
          busy={mutation.isBusy || mutation.isDone}
        >
          {t('owner.submit')}
        </Button>
        {error && (
          <ListFailure
            text={t('owner.loadFailed')}
            control="owner"
            onRetry={() => void refetch()}
          />
        )}
      </form>
      <MutationStatus
        mutation={mutation}
        onTryAgain={assign}
        details={GONE}
        conflict={
          conflict.state && (
            <ReferralConflictNotice
              conflict={conflict}
              now={referral}
              entered={{ owner: shown }}
              onKeep={() => {
                setChosen(undefined);
                mutation.reset();
                form.current?.querySelector('select')?.focus();
              }}
              onSave={assign}
            />
          )
        }
      />
    </div>
  );
}
