import { useState } from 'react';
import { useCanAccess } from 'react-admin';
import { REFERRAL_STATUSES } from '../../../../contract/staffConstants';
import { RESOURCES } from '../../../app/routes';
import { useFeature } from '../../../app/useFeature';
import { useSelectedReferrals, useStartBulk } from '../../../bulk/bulkJob';
import { useStaffT, useValueText } from '../../../i18n/useStaffT';
import { useOpenText, useOwners } from '../../useOwners';
import { ActionMenu, type MenuChoice } from './ActionMenu';

/** The actions on selected referrals: to set the status, and to assign an owner where the server has them. */
export function ReferralBulkActions() {
  const resource = RESOURCES.referrals;
  const { canAccess: canUpdate } = useCanAccess({ resource, action: 'edit' });
  const { canAccess: canAssign } = useCanAccess({ resource, action: 'assignOwner' });
  const hasOwners = useFeature('owners');
  return (
    <>
      {canUpdate && <StatusMenu />}
      {canAssign && hasOwners && <OwnerMenu />}
    </>
  );
}

function StatusMenu() {
  const t = useStaffT();
  const valueText = useValueText();
  const records = useSelectedReferrals();
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
        start(RESOURCES.referrals, { action: 'status', status }, records);
      }}
    />
  );
}

/** The choice of no owner. */
const NOBODY = '';

function OwnerMenu() {
  const t = useStaffT();
  const records = useSelectedReferrals();
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
        start(
          RESOURCES.referrals,
          { action: 'owner', owner, ownerName: names.get(id) ?? '' },
          records,
        );
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
