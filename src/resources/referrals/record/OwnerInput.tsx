import { useId } from 'react';
import { useController } from 'react-hook-form';
import { useCanAccess, useRecordContext } from 'react-admin';
import type { Referral } from '../../../../contract/entities/referral';
import { useIsPainted } from '../../../admin';
import { RESOURCES } from '../../../app/routes';
import { useFeature } from '../../../app/useFeature';
import type { ReferralRecord } from '../../../dataProvider/referrals';
import { useStaffT } from '../../../i18n/useStaffT';
import { SelectField } from '../../../ui/Field';
import { ListFailure } from '../../../ui/useList';
import { labelAccounts } from '../../accountLabels';
import dialogStyles from '../ReferralDialogs.module.css';
import { OwnerField } from '../referralFields';
import { useOwners } from '../../useOwners';

type Owner = NonNullable<Referral['owner']>;

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
  const referral = useRecordContext<ReferralRecord>();
  if (!useFeature('owners')) return null;
  return (
    <section aria-labelledby={titleId} className={dialogStyles.part}>
      <h3 id={titleId}>{t('owner.title')}</h3>
      <p className={dialogStyles.value}>
        {referral?.owner ? <OwnerField /> : <span>{t('owner.nobody')}</span>}
      </p>
    </section>
  );
}

/** Who works on the referral; another one is sent by 'Update Referral'. Nothing on a server without owners. */
export function OwnerInput({ referral }: { referral: ReferralRecord }) {
  const t = useStaffT();
  const isOffered = useFeature('owners');
  const { canAccess = false } = useCanAccess({
    resource: RESOURCES.referrals,
    action: 'assignOwner',
  });
  const isPainted = useIsPainted();
  const { owners, me, error, refetch } = useOwners(isOffered && canAccess && isPainted);
  const { field } = useController({ name: 'owner' });
  if (!isOffered) return null;
  if (!canAccess) return <ReadOnlyOwner />;
  const known: Owner[] = [me, ...owners.filter(({ id }) => id !== me?.id)]
    .filter((owner) => owner !== undefined)
    .map(({ label: _label, open: _open, ...owner }) => owner);
  const isKnown = known.some(({ id }) => id === referral.owner?.id);
  // The present owner can no longer own referrals, or the options are still loading.
  const choices = referral.owner && !isKnown ? [...known, referral.owner] : known;
  const labels = labelAccounts(choices);
  return (
    <div>
      <SelectField {...field} label={t('owner.title')}>
        <option value="">{t('owner.nobody')}</option>
        {choices.map(({ id, fullname, left }) => {
          const label = labels.get(id) ?? fullname;
          const name = left ? t('owner.left', { name: label }) : label;
          return (
            <option key={id} value={id}>
              {id === me?.id ? t('owner.me', { name }) : name}
            </option>
          );
        })}
      </SelectField>
      {error && (
        <ListFailure text={t('owner.loadFailed')} control="owner" onRetry={() => void refetch()} />
      )}
    </div>
  );
}
