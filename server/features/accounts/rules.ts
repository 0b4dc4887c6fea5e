import { ADD_USER_ROLES, ALL_SCHOOLS, type Role } from '../../../contract/constants';
import type { Account, School } from '../../../contract/entities/account';
import { can } from '../../../contract/permissions';
import { REGISTERED_ROLE, traitsOf } from '../../../contract/roles';
import {
  bodyIssue,
  ForbiddenError,
  InvalidFieldsError,
  UnauthorizedError,
} from '../../plugins/errors';

/** What the admin modal may hand out. */
const GIVEN_BY_SUPERUSER: readonly Role[] = ADD_USER_ROLES.map((role) => role.value);

/**
 * Whom a registration is by: the same call serves visitors and super users, and the caller alone decides.
 * @param role the role asked for
 * @param caller.presented whether a bearer was sent at all: a super user whose token aged must refresh, not be taken for
 *   a visitor
 * @returns the role to give, and whether it is given by a super user
 */
export function registrationOf(
  role: Role | undefined,
  caller: { role: Role | undefined; presented: boolean },
): { role: Role; bySuperuser: boolean } {
  if (can(caller.role, 'account.add')) {
    const given = role ?? REGISTERED_ROLE;
    if (!GIVEN_BY_SUPERUSER.includes(given)) {
      throw new InvalidFieldsError([bodyIssue('role', 'Cannot be given here')]);
    }
    return { role: given, bySuperuser: true };
  }
  if (role === undefined || role === REGISTERED_ROLE) {
    return { role: REGISTERED_ROLE, bySuperuser: false };
  }
  if (caller.presented && caller.role === undefined) throw new UnauthorizedError();
  throw new ForbiddenError();
}

/**
 * What a visitor must fill in, which a super user may leave out (spec section 5, "Registration").
 * @param isAged a bearer was sent that is no longer good: it may be the super user's, who must refresh
 */
export function refuseIncompleteRegistration(
  body: { fullname?: string; schools: readonly unknown[]; agree?: boolean },
  isAged: boolean,
): void {
  const issues = [
    ...(body.fullname === undefined ? [bodyIssue('fullname', 'Field required', 'missing')] : []),
    ...(body.schools.length === 0 ? [bodyIssue('schools', 'Select at least one site')] : []),
    ...(body.agree === false ? [bodyIssue('agree', 'Must be agreed to')] : []),
  ];
  if (issues.length === 0) return;
  throw isAged ? new UnauthorizedError() : new InvalidFieldsError(issues);
}

interface StoredAccount {
  id: string;
  fullname: string;
  username: string;
  role: Role;
  state: 'pending' | 'active' | 'deactivated';
  createdReferralsOnly: boolean;
  version: number;
  schools: { id: string; name: string }[];
}

/** An account as it travels; never its hash, never how it is told pending from deactivated. */
export function toAccount(stored: StoredAccount): Account {
  return {
    _id: stored.id,
    fullname: stored.fullname,
    username: stored.username,
    role: stored.role,
    schools: schoolsOf(stored),
    approved: stored.state === 'active',
    created_referrals_only: stored.createdReferralsOnly,
    version: stored.version,
  };
}

/** Schools are spelt by role (spec section 3, "User account"). */
function schoolsOf({ role, schools }: StoredAccount): School[] {
  const { sites } = traitsOf(role);
  if (sites === 'all') return [...ALL_SCHOOLS];
  return schools.map(({ id, name }) => (sites === 'one' ? { id, site: name } : { _id: id, name }));
}
