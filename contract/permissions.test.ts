import { describe, expect, it } from 'vitest';
import { ROLES } from './constants';
import { type Action, can, PERMISSIONS, rolesWith } from './permissions';

describe('permissions', () => {
  it('are refused to a visitor, an unknown role and for an unknown action', () => {
    for (const action of Object.keys(PERMISSIONS) as Action[]) {
      expect(can(undefined, action)).toBe(false);
      expect(can('OWNER' as never, action)).toBe(false);
    }
    expect(can('SUPERUSER', 'referral.export' as never)).toBe(false);
    expect(can('SUPERUSER', 'toString' as never)).toBe(false);
  });

  it('let a super user take every action but that of who has a referral of their own', () => {
    for (const action of Object.keys(PERMISSIONS) as Action[]) {
      expect(can('SUPERUSER', action)).toBe(action !== 'referral.readOwn');
    }
  });

  it('let a manager read and file referrals, save attempts, days and notes, and work with consents', () => {
    const allowed = (Object.keys(PERMISSIONS) as Action[]).filter((action) =>
      can('MANAGER', action),
    );
    expect(allowed.toSorted()).toEqual([
      'account.changePassword',
      'account.preferences',
      'notice.list',
      'referral.add',
      'referral.addNote',
      'referral.beReferrer',
      'referral.consents',
      'referral.contact',
      'referral.followUp',
      'referral.list',
      'screen.home',
      'screen.profile',
      'screen.referrals',
      'screen.today',
    ]);
  });

  it('let the other roles only file a referral and manage their own account', () => {
    for (const role of ROLES.filter((name) => name !== 'SUPERUSER' && name !== 'MANAGER')) {
      const allowed = (Object.keys(PERMISSIONS) as Action[]).filter((action) => can(role, action));
      const anyone = ['referral.add', 'account.changePassword', 'notice.list'];
      const page =
        role === 'REFERRAL' ? ['screen.profile', 'referral.readOwn'] : ['screen.referrals'];
      expect(allowed.toSorted()).toEqual([...anyone, ...page].toSorted());
    }
  });

  it('list the roles that may take an action', () => {
    expect(rolesWith('referral.list')).toEqual(['SUPERUSER', 'MANAGER']);
    expect(rolesWith('referral.listAll')).toEqual(['SUPERUSER']);
  });
});
