/**
 * The list of calls (spec section 7): method, path and access. Plain data, so that a visitor's browser downloads no schemas; the
 * schemas are in the other files of this folder.
 */
import type { Action } from '../permissions';

/**
 * Who may make a call: anyone; the holder of an active session's refresh token; or an active account whose role may take the
 * action.
 */
export type Access = 'public' | 'refresh-token' | Action;

export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Relative to the API's base address; `{id}` is a path parameter. */
  readonly path: string;
  readonly access: Access;
  /** Encoding of the body; JSON unless given. */
  readonly encoding?: 'form';
  /**
   * The optional header of the call: an idempotency key, or the version that is to be changed. Clients send it only to servers
   * that list the feature in `meta`.
   */
  readonly takes?: 'key' | 'version';
  /** A POST that changes nothing: a read whose filters are personal data, which must not be in a URL. */
  readonly safe?: true;
  /** What the call answers; JSON unless given. */
  readonly answers?: 'file';
}

/** Whether a call changes nothing, so that it may be repeated (a safe method, in HTTP's terms). */
export const isSafe = ({ method, safe }: Endpoint): boolean => safe ?? method === 'GET';

/** The 29 calls of the specification. */
export const endpoints = {
  refresh: { method: 'POST', path: '/auth/refresh', access: 'refresh-token' },
  login: { method: 'POST', path: '/auth/login', access: 'public', encoding: 'form' },
  register: { method: 'POST', path: '/auth/register', access: 'public', takes: 'key' },
  registerSuperuser: {
    method: 'POST',
    path: '/auth/register/superuser',
    access: 'superuser.add',
    takes: 'key',
  },
  registerReferral: {
    method: 'POST',
    path: '/auth/register/referral',
    access: 'referral.createLogin',
    takes: 'key',
  },
  forgotPassword: { method: 'POST', path: '/auth/forgot-password', access: 'public' },
  checkResetToken: { method: 'GET', path: '/auth/reset/token-check', access: 'public' },
  resetPassword: { method: 'POST', path: '/auth/reset-password', access: 'public' },

  listSites: { method: 'GET', path: '/sites/all', access: 'public' },
  addSite: { method: 'POST', path: '/sites/add', access: 'site.add', takes: 'key' },
  updateSite: { method: 'POST', path: '/sites/update', access: 'site.update', takes: 'version' },
  deleteSite: { method: 'DELETE', path: '/sites/delete', access: 'site.delete', takes: 'version' },
  listCounties: { method: 'GET', path: '/county/all', access: 'public' },

  addReferral: { method: 'POST', path: '/referral/add', access: 'referral.add', takes: 'key' },
  addGuestReferral: { method: 'POST', path: '/referral/guest/add', access: 'public', takes: 'key' },
  listReferrals: { method: 'GET', path: '/referral/mine', access: 'referral.list' },
  filterReferrals: { method: 'GET', path: '/referral/filtered', access: 'referral.list' },
  countReferrals: { method: 'GET', path: '/referral/count', access: 'referral.list' },
  updateReferral: {
    method: 'POST',
    path: '/referral/update',
    access: 'referral.update',
    takes: 'version',
  },
  assignReferral: {
    method: 'POST',
    path: '/administration/referral/assign',
    access: 'referral.assign',
    takes: 'version',
  },
  deleteReferral: {
    method: 'DELETE',
    path: '/referral/delete',
    access: 'referral.delete',
    takes: 'version',
  },

  listManagers: { method: 'GET', path: '/accounts/list/manager', access: 'account.listManagers' },
  listPendingAccounts: { method: 'GET', path: '/accounts/pending', access: 'account.list' },
  approveAccount: {
    method: 'POST',
    path: '/accounts/approve',
    access: 'account.approve',
    takes: 'version',
  },
  listAccounts: { method: 'GET', path: '/accounts/list', access: 'account.list' },
  searchAccounts: { method: 'GET', path: '/accounts/search', access: 'account.list' },
  updateAccount: {
    method: 'POST',
    path: '/accounts/update/{id}',
    access: 'account.update',
    takes: 'version',
  },
  deactivateAccount: {
    method: 'POST',
    path: '/accounts/deactivate/{id}',
    access: 'account.deactivate',
  },
  reactivateAccount: {
    method: 'POST',
    path: '/accounts/reactivate/{id}',
    access: 'account.reactivate',
  },
} as const satisfies Record<string, Endpoint>;

/** The optional features of a server, as listed in `meta`. A client uses no others. */
export const FEATURES = [
  'logout',
  'formMarks',
  'held',
  'audit',
  'idempotencyKeys',
  'versions',
  'mailboxProof',
  'notices',
  'changePassword',
  'getOne',
  'worklist',
  'owners',
  'history',
  'corrections',
  'duplicates',
  'setup',
  'bulk',
] as const;

/** The calls of our server beyond the specification, each for one of the features, or for operators. */
export const extraEndpoints = {
  meta: { method: 'GET', path: '/meta', access: 'public' },
  logout: { method: 'POST', path: '/auth/logout', access: 'refresh-token' },
  changePassword: {
    method: 'POST',
    path: '/auth/change-password',
    access: 'account.changePassword',
  },
  listNotices: { method: 'GET', path: '/notices', access: 'notice.list' },
  getReferral: { method: 'GET', path: '/referral/get/{id}', access: 'referral.list' },
  getAccount: { method: 'GET', path: '/accounts/get/{id}', access: 'account.list' },
  listHeld: { method: 'GET', path: '/referral/held', access: 'referral.release' },
  countHeld: {
    method: 'GET',
    path: '/referral/held/count',
    access: 'referral.release',
  },
  releaseReferral: {
    method: 'POST',
    path: '/referral/release',
    access: 'referral.release',
    takes: 'version',
  },
  listWorklist: {
    method: 'POST',
    path: '/referral/worklist',
    access: 'referral.list',
    safe: true,
  },
  getHistory: { method: 'GET', path: '/referral/history/{id}', access: 'referral.list' },
  addNote: { method: 'POST', path: '/referral/note', access: 'referral.addNote', takes: 'key' },
  correctReferral: {
    method: 'POST',
    path: '/referral/correct',
    access: 'referral.correct',
    takes: 'version',
  },
  listOwners: { method: 'GET', path: '/referral/owners', access: 'referral.assignOwner' },
  assignOwner: {
    method: 'POST',
    path: '/referral/owner',
    access: 'referral.assignOwner',
    takes: 'version',
  },
  listDuplicates: {
    method: 'GET',
    path: '/referral/duplicates',
    access: 'referral.listDuplicates',
  },
  getDuplicates: {
    method: 'GET',
    path: '/referral/duplicates/{id}',
    access: 'referral.listDuplicates',
  },
  changeReferrals: {
    method: 'POST',
    path: '/referral/bulk',
    access: 'referral.changeMany',
    takes: 'key',
  },
  getPreferences: { method: 'GET', path: '/accounts/preferences', access: 'account.preferences' },
  setPreferences: {
    method: 'POST',
    path: '/accounts/preferences',
    access: 'account.preferences',
  },
  getSetup: { method: 'GET', path: '/setup', access: 'setup.manage' },
  updateSetup: { method: 'POST', path: '/setup', access: 'setup.manage' },
  sendTestEmail: { method: 'POST', path: '/setup/test-email', access: 'setup.manage' },
  listAudit: { method: 'GET', path: '/audit', access: 'audit.list' },
  health: { method: 'GET', path: '/health', access: 'public' },
  live: { method: 'GET', path: '/live', access: 'public' },
} as const satisfies Record<string, Endpoint>;

export type CallName = keyof typeof endpoints;
export type ExtraCallName = keyof typeof extraEndpoints;

/** Every call, of the specification and beyond. */
export const allEndpoints: Record<CallName | ExtraCallName, Endpoint> = {
  ...endpoints,
  ...extraEndpoints,
};
