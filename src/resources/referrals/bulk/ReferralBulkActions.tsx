import { useState } from 'react';
import { useCanAccess, useResourceContext } from 'react-admin';
import { REFERRAL_STATUSES } from '../../../../contract/staffConstants';
import { bulkButton } from '../../../admin';
import { RESOURCES } from '../../../app/routes';
import { useFeature } from '../../../app/useFeature';
import { useSelectedReferrals, useStartBulk } from '../../../bulk/bulkJob';
import { useStaffT, useValueText } from '../../../i18n/useStaffT';
import { useOpenText, useOwners } from '../../useOwners';
import { ActionMenu, type MenuChoice } from './ActionMenu';
import { CallBackDialog } from './CallBackDialog';

/** The actions on selected referrals: to set the status, and an owner or a day to call back where the server has them. */
export function ReferralBulkActions() {
  const resource = RESOURCES.referrals;
  const { canAccess: canUpdate } = useCanAccess({ resource, action: 'edit' });
  const { canAccess: canAssign } = useCanAccess({ resource, action: 'assignOwner' });
  const { canAccess: canFollowUp } = useCanAccess({ resource, action: 'followUp' });
  const hasOwners = useFeature('owners');
  const hasDays = useFeature('contact');
  return (
    <>
      {canUpdate && <StatusMenu />}
      {canAssign && hasOwners && <OwnerMenu />}
      {canFollowUp && hasDays && <CallBackButton />}
    </>
  );
}

function StatusMenu() {
  const t = useStaffT();
  const valueText = useValueText();
  const records = useSelectedReferrals();
  const list = useResourceContext() ?? RESOURCES.referrals;
  const start = useStartBulk();
  const choices = REFERRAL_STATUSES.map((status) => ({
    id: status,
    name: valueText('referralStatus', status),
  }));
  return (
    <ActionMenu
      label={t('bulk.setStatus')}
      choices={choices}
      onChoose={({ id }) => {
        const status = REFERRAL_STATUSES.find((each) => each === id);
        start(list, { action: 'status', status }, records);
      }}
    />
  );
}

/** The choice of no owner. */
const NOBODY = '';

function OwnerMenu() {
  const t = useStaffT();
  const records = useSelectedReferrals();
  const list = useResourceContext() ?? RESOURCES.referrals;
  const start = useStartBulk();
  const [isWanted, setWanted] = useState(false);
  const { choices, hasFailed, names } = useOwnerChoices(isWanted);
  return (
    <ActionMenu
      label={t('bulk.assign')}
      choices={choices}
      placeholder={t(hasFailed ? 'bulk.ownersFailed' : 'app.loading')}
      onOpen={() => setWanted(true)}
      onChoose={({ id }) => {
        const owner = id === NOBODY ? null : id;
        start(list, { action: 'owner', owner, ownerName: names.get(id) ?? '' }, records);
      }}
    />
  );
}

/** The possible owners: the person who is signed in first, then the others by name, then nobody. */
function useOwnerChoices(isWanted: boolean) {
  const t = useStaffT();
  const { owners, me, error } = useOwners(isWanted);
  const others = owners.filter((owner) => owner !== me);
  const openText = useOpenText();
  const choices: MenuChoice[] = [
    ...(me ? [{ id: me.id, name: t('bulk.me', { name: me.label }), detail: openText(me) }] : []),
    ...others.map((owner) => ({ id: owner.id, name: owner.label, detail: openText(owner) })),
    ...(owners.length > 0 ? [{ id: NOBODY, name: t('bulk.nobody') }] : []),
  ];
  return {
    choices,
    hasFailed: error !== null,
    names: new Map(owners.map(({ id, label }) => [id, label])),
  };
}

function CallBackButton() {
  const t = useStaffT();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={bulkButton}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {t('bulk.callBack.open')}
      </button>
      {isOpen && <CallBackDialog onClose={() => setOpen(false)} />}
    </>
  );
}
