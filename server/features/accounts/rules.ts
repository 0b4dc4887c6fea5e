import type { Role } from '../../../contract/constants';
import {
  type AccountState,
  ADD_USER_ROLES,
  ALL_SCHOOLS,
  type EmailConfirmationState,
} from '../../../contract/staffConstants';
import type { Account, School } from '../../../contract/entities/account';
import { can } from '../../../contract/permissions';
import { REGISTERED_ROLE, getRoleTraits } from '../../../contract/roles';
import {
  bodyIssue,
  ForbiddenError,
  InvalidFieldsError,
  UnauthorizedError,
} from '../../http/errors';

/** Roles that super users can choose when they add an account. */
const SUPERUSER_CHOICES: readonly Role[] = ADD_USER_ROLES.map((role) => role.value);

/**
 * Decides the role of a registration. The same call serves visitors and super users, and only the caller's role distinguishes
 * them.
 * @param role the requested role
 * @param caller.presented whether a bearer token was sent: a super user with an expired token gets a 401 to refresh it, and is
 *   not treated as a visitor
 * @returns the granted role, and whether a super user grants it
 * @throws InvalidFieldsError for a role that super users cannot grant
 * @throws UnauthorizedError when another role than the default is requested with an invalid token
 * @throws ForbiddenError when another role than the default is requested without the permission
 */
export function resolveRegistration(
  role: Role | undefined,
  caller: { role: Role | undefined; presented: boolean },
): { role: Role; bySuperuser: boolean } {
  if (can(caller.role, 'account.add')) {
    const chosen = role ?? REGISTERED_ROLE;
    if (!SUPERUSER_CHOICES.includes(chosen)) {
      throw new InvalidFieldsError([bodyIssue('role', 'Cannot be given here')]);
    }
    return { role: chosen, bySuperuser: true };
  }
  if (role === undefined || role === REGISTERED_ROLE) {
    return { role: REGISTERED_ROLE, bySuperuser: false };
  }
  if (caller.presented && caller.role === undefined) throw new UnauthorizedError();
  throw new ForbiddenError();
}

/**
 * Checks the fields that visitors must fill in and super users may omit (spec section 5, "Registration").
 * @param hasInvalidToken whether an invalid bearer token was sent: it may be a super user's, who must refresh it
 * @throws UnauthorizedError when fields are missing and hasInvalidToken is true
 * @throws InvalidFieldsError when fields are missing otherwise
 */
export function refuseIncompleteRegistration(
  body: { fullname?: string; schools: readonly unknown[]; agree?: boolean },
  hasInvalidToken: boolean,
): void {
  const issues = [
    ...(body.fullname === undefined ? [bodyIssue('fullname', 'Field required', 'missing')] : []),
    ...(body.schools.length === 0 ? [bodyIssue('schools', 'Select at least one site')] : []),
    ...(body.agree ? [] : [bodyIssue('agree', 'Must be agreed to')]),
  ];
  if (issues.length === 0) return;
  throw hasInvalidToken ? new UnauthorizedError() : new InvalidFieldsError(issues);
}

interface StoredAccount {
  id: string;
  fullname: string;
  username: string;
  role: Role;
  state: AccountState;
  createdReferralsOnly: boolean;
  version: number;
  schools: { id: string; name: string; isDeleted: boolean }[];
}

/**
 * The account in API responses, without the password hash.
 * @param emailProof of an account that waits for approval
 */
export function toAccount(stored: StoredAccount, emailProof: EmailConfirmationState): Account {
  return {
    _id: stored.id,
    fullname: stored.fullname,
    username: stored.username,
    role: stored.role,
    schools: schoolsOf(stored),
    approved: stored.state === 'active',
    state: stored.state,
    created_referrals_only: stored.createdReferralsOnly,
    version: stored.version,
    ...(stored.state === 'pending' && { email_proof: emailProof }),
  };
}

/** The shape of `schools` depends on the role (spec section 3, "User account"). */
function schoolsOf({ role, schools }: StoredAccount): School[] {
  const { sites } = getRoleTraits(role);
  if (sites === 'all') return [...ALL_SCHOOLS];
  return schools.map(({ id, name, isDeleted }) => ({
    ...(sites === 'one' ? { id, site: name } : { _id: id, name }),
    ...(isDeleted && { deleted: true }),
  }));
}
