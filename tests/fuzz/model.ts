/** What should be true: who has an account, which sessions live, which referrals there are, and who sees them. No database in it. */
import type { ReferralStatus, Role } from '../../contract/constants';

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
  /** Ids. */
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
  suspected: boolean;
  deleted: boolean;
}

export interface Model {
  readonly accounts: ModelAccount[];
  readonly referrals: ModelReferral[];
}

/** Who makes a call: a bearer, and the account behind it if the session lives. */
export interface Actor {
  readonly bearer: string | undefined;
  readonly account: ModelAccount | null;
}

/** Nothing an account holds works any longer. */
export function shutOut(account: ModelAccount): void {
  for (const session of account.sessions) session.alive = false;
}

/** What a call that only super users may make is refused with; null when it is not. */
export function refusalOf({ account }: Actor): 401 | 403 | null {
  if (!account) return 401;
  return account.role === 'SUPERUSER' ? null : 403;
}

/** Whether it is in the lists, and can be worked on. */
export const isListed = (referral: ModelReferral) => !referral.deleted && !referral.suspected;

/** What someone sees, or why they see nothing. */
export function viewOf(model: Model, viewer: ModelAccount): ModelReferral[] | 403 {
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
