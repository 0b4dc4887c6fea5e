import { type Action, can } from '../../contract/permissions';
import type { Role } from '../../contract/constants';
import { RESOURCES } from '../shared/routes';

/**
 * react-admin's resources and actions → actions of the permission table. `list` opens the resource's page or panel. A pair that
 * is not listed is refused.
 */
const RESOURCE_ACTIONS: Readonly<Record<string, Readonly<Record<string, Action>>>> = {
  [RESOURCES.referrals]: {
    list: 'screen.referrals',
    create: 'referral.add',
    edit: 'referral.update',
    delete: 'referral.delete',
    assign: 'referral.assign',
    createLogin: 'referral.createLogin',
  },
  [RESOURCES.heldReferrals]: {
    list: 'screen.suspected',
    release: 'referral.release',
    delete: 'referral.delete',
  },
  [RESOURCES.accounts]: {
    list: 'screen.accounts',
    create: 'account.addSuperuser',
    edit: 'account.update',
    deactivate: 'account.deactivate',
    reactivate: 'account.reactivate',
  },
  [RESOURCES.pendingUsers]: { list: 'account.approve', approve: 'account.approve' },
  [RESOURCES.superusers]: { create: 'account.addSuperuser' },
  [RESOURCES.sites]: {
    list: 'screen.sites',
    create: 'site.add',
    edit: 'site.update',
    delete: 'site.delete',
    poster: 'screen.poster',
  },
  [RESOURCES.audit]: { list: 'screen.audit' },
  [RESOURCES.notices]: { list: 'notice.list' },
  [RESOURCES.profile]: { show: 'screen.profile' },
};

/** Whether a role may take an action on a resource. Unknown resources and actions are refused. */
export function canAccess(role: Role | undefined, resource: string, action: string): boolean {
  const needed = RESOURCE_ACTIONS[resource]?.[action];
  return needed !== undefined && can(role, needed);
}
