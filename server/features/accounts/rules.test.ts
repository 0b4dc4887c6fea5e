import { describe, expect, it } from 'vitest';
import type { Issue } from '../../../contract/calls/call';
import { ForbiddenError, InvalidFieldsError, UnauthorizedError } from '../../http/errors';
import { refuseIncompleteRegistration, resolveRegistration, toAccount } from './rules';

const visitor = { role: undefined, presented: false };
const expired = { role: undefined, presented: true };
const superuser = { role: 'SUPERUSER', presented: true } as const;
const manager = { role: 'MANAGER', presented: true } as const;

/** Runs a validation rule and returns the issues it throws, or an empty list if it passes. */
function collectIssues(rule: () => unknown): readonly Issue[] {
  try {
    rule();
    return [];
  } catch (error) {
    if (error instanceof InvalidFieldsError) return error.issues;
    throw error;
  }
}

describe('a registration', () => {
  it.each([
    ['a visitor', visitor],
    ['a caller with an expired token', expired],
    ['a manager', manager],
  ])('by %s creates a manager who waits for approval', (_name, caller) => {
    const result = { role: 'MANAGER', bySuperuser: false };
    expect(resolveRegistration('MANAGER', caller)).toEqual(result);
    expect(resolveRegistration(undefined, caller)).toEqual(result);
  });

  it.each(['SUPERUSER', 'ADMIN', 'SITE_USER', 'REFERRAL'] as const)(
    'of a %s by anyone but a super user is refused',
    (role) => {
      expect(() => resolveRegistration(role, visitor)).toThrow(ForbiddenError);
      expect(() => resolveRegistration(role, manager)).toThrow(ForbiddenError);
    },
  );

  it('of another role with an expired token is unauthorized and does not become a manager', () => {
    expect(() => resolveRegistration('ADMIN', expired)).toThrow(UnauthorizedError);
  });

  it('by a super user gets the requested role, except that of a referral', () => {
    expect(resolveRegistration('ADMIN', superuser)).toEqual({ role: 'ADMIN', bySuperuser: true });
    expect(resolveRegistration(undefined, superuser)).toEqual({
      role: 'MANAGER',
      bySuperuser: true,
    });
    expect(collectIssues(() => resolveRegistration('REFERRAL', superuser))).toEqual([
      { type: 'value_error', loc: ['body', 'role'], msg: 'Cannot be given here' },
    ]);
  });

  it('that is incomplete is unauthorized with an expired token, which may be a super user’s', () => {
    expect(() => refuseIncompleteRegistration({ schools: [] }, true)).toThrow(UnauthorizedError);
    const complete = { fullname: 'Ana', schools: [{}], agree: true };
    expect(() => refuseIncompleteRegistration(complete, true)).not.toThrow();
  });

  it('flags every field that a visitor left out', () => {
    const incomplete = { schools: [], agree: false };
    expect(collectIssues(() => refuseIncompleteRegistration(incomplete, false))).toEqual([
      { type: 'missing', loc: ['body', 'fullname'], msg: 'Field required' },
      { type: 'value_error', loc: ['body', 'schools'], msg: 'Select at least one site' },
      { type: 'value_error', loc: ['body', 'agree'], msg: 'Must be agreed to' },
    ]);
    const complete = { fullname: 'Ana', schools: [{}], agree: true };
    expect(() => refuseIncompleteRegistration(complete, false)).not.toThrow();
  });
});

describe('an account in API responses', () => {
  const stored = {
    id: 'a',
    fullname: 'Ana',
    username: 'ana@example.org',
    state: 'deactivated',
    createdReferralsOnly: false,
    version: 1,
    schools: [{ id: 's', name: 'North', isDeleted: false }],
  } as const;
  const toAccountWithRole = (role: 'MANAGER' | 'REFERRAL' | 'SUPERUSER') =>
    toAccount({ ...stored, role, schools: [...stored.schools] }, 'awaited');

  it('has schools in the shape of its role', () => {
    expect(toAccountWithRole('MANAGER').schools).toEqual([{ _id: 's', name: 'North' }]);
    expect(toAccountWithRole('REFERRAL').schools).toEqual([{ id: 's', site: 'North' }]);
    expect(toAccountWithRole('SUPERUSER').schools).toEqual([{ id: 'all', site: 'all' }]);
  });

  it('says which schools are deleted', () => {
    const schools = [{ id: 's', name: 'North', isDeleted: true }];
    const schoolsOf = (role: 'MANAGER' | 'REFERRAL') =>
      toAccount({ ...stored, role, schools }, 'awaited').schools;
    expect(schoolsOf('MANAGER')).toEqual([{ _id: 's', name: 'North', deleted: true }]);
    expect(schoolsOf('REFERRAL')).toEqual([{ id: 's', site: 'North', deleted: true }]);
  });

  it('is approved only while active', () => {
    expect(toAccountWithRole('MANAGER').approved).toBe(false);
    const active = { ...stored, role: 'MANAGER', state: 'active', schools: [] } as const;
    expect(toAccount({ ...active, schools: [] }, 'awaited').approved).toBe(true);
  });

  it('tells who waits for approval, and the proof of their email, from who was deactivated', () => {
    const pending = { ...stored, role: 'MANAGER', state: 'pending', schools: [] } as const;
    expect(toAccount({ ...pending, schools: [] }, 'awaited')).toMatchObject({
      approved: false,
      state: 'pending',
      email_proof: 'awaited',
    });
    const deactivated = toAccountWithRole('MANAGER');
    expect(deactivated).toMatchObject({ approved: false, state: 'deactivated' });
    expect(deactivated).not.toHaveProperty('email_proof');
  });
});
