/** An in-memory model of the server: accounts, active sessions, referrals, and who sees them. */
import type { Role } from '../../contract/constants';
import type { ReferralStatus } from '../../contract/staffConstants';

export interface ModelSession {
  access: string;
  refresh: string;
  alive: boolean;
}

export interface ModelAccount {
  readonly id: string;
  readonly username: string;
  readonly fullname: string;
  readonly role: Role;
  /** Site ids. */
  readonly sites: readonly string[];
  password: string;
  state: 'pending' | 'active' | 'deactivated';
  createdReferralsOnly: boolean;
  readonly sessions: ModelSession[];
}

export interface ModelReferral {
  readonly id: string;
  readonly site: string;
  readonly createdBy: ModelAccount | null;
  assignedTo: ModelAccount | null;
  account: ModelAccount | null;
  status: ReferralStatus;
  notes: string | null;
  held: boolean;
  deleted: boolean;
}

export interface Model {
  readonly accounts: ModelAccount[];
  readonly referrals: ModelReferral[];
}

/** The caller: a bearer token, and its account if the session is active. */
export interface Actor {
  readonly bearer: string | undefined;
  readonly account: ModelAccount | null;
}

/** Revokes all sessions of an account. */
export function revokeSessions(account: ModelAccount): void {
  for (const session of account.sessions) session.alive = false;
}

/** The status that refuses a call for super users only, or null. */
export function findRefusal({ account }: Actor): 401 | 403 | null {
  if (!account) return 401;
  return account.role === 'SUPERUSER' ? null : 403;
}

/** Whether the referral is in the lists and can be changed. */
export const isListed = (referral: ModelReferral) => !referral.deleted && !referral.held;

/** The referrals an account sees, or the status that refuses it. */
export function listVisible(model: Model, viewer: ModelAccount): ModelReferral[] | 403 {
  const listed = model.referrals.filter(isListed);
  if (viewer.role === 'SUPERUSER') return listed;
  if (viewer.role !== 'MANAGER') return 403;
  return listed.filter(
    ({ createdBy, assignedTo, site }) =>
      createdBy === viewer ||
      assignedTo === viewer ||
      (!viewer.createdReferralsOnly && viewer.sites.includes(site)),
  );
}
