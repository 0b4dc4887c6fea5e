import { describe, expect, it } from 'vitest';
import { issuesOf } from '../../../tests/support/issuesOf';
import { ForbiddenError, UnauthorizedError } from '../../plugins/errors';
import { refuseIncompleteRegistration, registrationOf, toAccount } from './rules';

const visitor = { role: undefined, presented: false };
const aged = { role: undefined, presented: true };
const superuser = { role: 'SUPERUSER', presented: true } as const;
const manager = { role: 'MANAGER', presented: true } as const;

describe('a registration', () => {
  it.each([
    ['a visitor', visitor],
    ['someone whose token aged', aged],
    ['a manager', manager],
  ])('by %s makes a manager who waits for approval', (_name, caller) => {
    const made = { role: 'MANAGER', bySuperuser: false };
    expect(registrationOf('MANAGER', caller)).toEqual(made);
    expect(registrationOf(undefined, caller)).toEqual(made);
  });

  it.each(['SUPERUSER', 'ADMIN', 'SITE_USER', 'REFERRAL'] as const)(
    'of a %s by anyone else is refused',
    (role) => {
      expect(() => registrationOf(role, visitor)).toThrow(ForbiddenError);
      expect(() => registrationOf(role, manager)).toThrow(ForbiddenError);
    },
  );

  it('of another role with an aged token asks to sign in again, never makes a manager of it', () => {
    expect(() => registrationOf('ADMIN', aged)).toThrow(UnauthorizedError);
  });

  it('by a super user gives the role asked for, but not that of a referral', () => {
    expect(registrationOf('ADMIN', superuser)).toEqual({ role: 'ADMIN', bySuperuser: true });
    expect(registrationOf(undefined, superuser)).toEqual({ role: 'MANAGER', bySuperuser: true });
    expect(issuesOf(() => registrationOf('REFERRAL', superuser))).toEqual([
      { type: 'value_error', loc: ['body', 'role'], msg: 'Cannot be given here' },
    ]);
  });

  it('that is incomplete with an aged token asks to sign in again, as a super user may leave much out', () => {
    expect(() => refuseIncompleteRegistration({ schools: [] }, true)).toThrow(UnauthorizedError);
    const complete = { fullname: 'Ana', schools: [{}], agree: true };
    expect(() => refuseIncompleteRegistration(complete, true)).not.toThrow();
  });

  it('flags everything a visitor left out', () => {
    const left = { schools: [], agree: false };
    expect(issuesOf(() => refuseIncompleteRegistration(left, false))).toEqual([
      { type: 'missing', loc: ['body', 'fullname'], msg: 'Field required' },
      { type: 'value_error', loc: ['body', 'schools'], msg: 'Select at least one site' },
      { type: 'value_error', loc: ['body', 'agree'], msg: 'Must be agreed to' },
    ]);
    const complete = { fullname: 'Ana', schools: [{}], agree: true };
    expect(() => refuseIncompleteRegistration(complete, false)).not.toThrow();
  });
});

describe('an account as it travels', () => {
  const stored = {
    id: 'a',
    fullname: 'Ana',
    username: 'ana@example.org',
    state: 'deactivated',
    createdReferralsOnly: false,
    version: 1,
    schools: [{ id: 's', name: 'North' }],
  } as const;
  const listed = (role: 'MANAGER' | 'REFERRAL' | 'SUPERUSER') =>
    toAccount({ ...stored, role, schools: [...stored.schools] });

  it('spells its schools by role', () => {
    expect(listed('MANAGER').schools).toEqual([{ _id: 's', name: 'North' }]);
    expect(listed('REFERRAL').schools).toEqual([{ id: 's', site: 'North' }]);
    expect(listed('SUPERUSER').schools).toEqual([{ id: 'all', site: 'all' }]);
  });

  it('is approved only while active', () => {
    expect(listed('MANAGER').approved).toBe(false);
    expect(toAccount({ ...stored, role: 'MANAGER', state: 'active', schools: [] }).approved).toBe(
      true,
    );
  });
});
