/**
 * The list of calls (spec section 7): method, path and access. Plain data, so that a visitor's browser downloads no schemas;
 * the schemas are in the other files of this folder.
 */
import type { Action } from '../permissions';

/**
 * The access rule of a call: everyone; the holder of an active session's refresh token; or active accounts whose role has the
 * permission for an action.
 */
export type Access = 'public' | 'refresh-token' | Action;

export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Relative to the API's base address; `{id}` is a path parameter. */
  readonly path: string;
  readonly access: Access;
  /**
   * The kind of response body: `list` is a JSON array, `page` an object with `items` and `pages`, `object` any other object,
   * `file` a file. `none`: clients ignore the body, the status is enough.
   */
  readonly answers: 'list' | 'page' | 'object' | 'file' | 'none';
  /** Encoding of the request's body; JSON unless given. */
  readonly encoding?: 'form';
  /**
   * The optional headers of the call: an idempotency key, the version that the client has read, or both. Clients send them only
   * to servers that list the feature in `meta`.
   */
  readonly takes?: 'key' | 'version' | 'keyAndVersion';
  /** A POST that changes nothing: a read whose filters are personal data, which must not be in a URL. */
  readonly safe?: true;
}

/** Whether a call changes nothing (a safe method in terms of HTTP), so that clients may repeat it. */
export const isSafe = ({ method, safe }: Endpoint): boolean => safe ?? method === 'GET';

/** Whether a call takes an idempotency key. */
export const takesKey = ({ takes }: Endpoint): boolean =>
  takes === 'key' || takes === 'keyAndVersion';

/** Whether a call takes the version that the client has read. */
export const takesVersion = ({ takes }: Endpoint): boolean =>
  takes === 'version' || takes === 'keyAndVersion';

/** The 29 calls of the specification. */
export const endpoints = {
  refresh: { method: 'POST', path: '/auth/refresh', access: 'refresh-token', answers: 'object' },
  login: {
    method: 'POST',
    path: '/auth/login',
    access: 'public',
    encoding: 'form',
    answers: 'object',
  },
  register: {
    method: 'POST',
    path: '/auth/register',
    access: 'public',
    takes: 'key',
    answers: 'none',
  },
  registerSuperuser: {
    method: 'POST',
    path: '/auth/register/superuser',
    access: 'superuser.add',
    takes: 'key',
    answers: 'none',
  },
  registerReferral: {
    method: 'POST',
    path: '/auth/register/referral',
    access: 'referral.createLogin',
    takes: 'key',
    answers: 'none',
  },
  forgotPassword: {
    method: 'POST',
    path: '/auth/forgot-password',
    access: 'public',
    answers: 'none',
  },
  checkResetToken: {
    method: 'GET',
    path: '/auth/reset/token-check',
    access: 'public',
    answers: 'none',
  },
  resetPassword: {
    method: 'POST',
    path: '/auth/reset-password',
    access: 'public',
    answers: 'none',
  },

  listSites: { method: 'GET', path: '/sites/all', access: 'public', answers: 'list' },
  addSite: {
    method: 'POST',
    path: '/sites/add',
    access: 'site.add',
    takes: 'key',
    answers: 'none',
  },
  updateSite: {
    method: 'POST',
    path: '/sites/update',
    access: 'site.update',
    takes: 'version',
    answers: 'none',
  },
  deleteSite: {
    method: 'DELETE',
    path: '/sites/delete',
    access: 'site.delete',
    takes: 'version',
    answers: 'none',
  },
  listCounties: { method: 'GET', path: '/county/all', access: 'public', answers: 'list' },

  addReferral: {
    method: 'POST',
    path: '/referral/add',
    access: 'referral.add',
    takes: 'key',
    answers: 'none',
  },
  addGuestReferral: {
    method: 'POST',
    path: '/referral/guest/add',
    access: 'public',
    takes: 'key',
    answers: 'none',
  },
  listReferrals: {
    method: 'GET',
    path: '/referral/mine',
    access: 'referral.list',
    answers: 'page',
  },
  filterReferrals: {
    method: 'GET',
    path: '/referral/filtered',
    access: 'referral.list',
    answers: 'page',
  },
  countReferrals: {
    method: 'GET',
    path: '/referral/count',
    access: 'referral.list',
    answers: 'object',
  },
  updateReferral: {
    method: 'POST',
    path: '/referral/update',
    access: 'referral.update',
    takes: 'version',
    answers: 'none',
  },
  assignReferral: {
    method: 'POST',
    path: '/administration/referral/assign',
    access: 'referral.assign',
    takes: 'version',
    answers: 'none',
  },
  deleteReferral: {
    method: 'DELETE',
    path: '/referral/delete',
    access: 'referral.delete',
    takes: 'version',
    answers: 'none',
  },

  listManagers: {
    method: 'GET',
    path: '/accounts/list/manager',
    access: 'account.listManagers',
    answers: 'list',
  },
  listPendingAccounts: {
    method: 'GET',
    path: '/accounts/pending',
    access: 'account.list',
    answers: 'page',
  },
  approveAccount: {
    method: 'POST',
    path: '/accounts/approve',
    access: 'account.approve',
    takes: 'version',
    answers: 'none',
  },
  listAccounts: { method: 'GET', path: '/accounts/list', access: 'account.list', answers: 'page' },
  searchAccounts: {
    method: 'GET',
    path: '/accounts/search',
    access: 'account.list',
    answers: 'list',
  },
  updateAccount: {
    method: 'POST',
    path: '/accounts/update/{id}',
    access: 'account.update',
    takes: 'version',
    answers: 'none',
  },
  deactivateAccount: {
    method: 'POST',
    path: '/accounts/deactivate/{id}',
    access: 'account.deactivate',
    answers: 'none',
  },
  reactivateAccount: {
    method: 'POST',
    path: '/accounts/reactivate/{id}',
    access: 'account.reactivate',
    answers: 'none',
  },
} as const satisfies Record<string, Endpoint>;

/** The optional features of a server, as listed in `meta`. A client uses only the listed ones. */
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
  'searchHints',
  'deletedSites',
  'saveReferral',
  'auditActions',
  'siteCounts',
  'contact',
  'reach',
  'endReasons',
  'deleted',
  'ownerLeft',
  'samePerson',
  'morningMail',
  'filed',
  'consents',
  'lookUp',
  'ownReferral',
  'news',
] as const;

/** The calls of our server beyond the specification, each for one of the features, or for operators. */
export const extraEndpoints = {
  meta: { method: 'GET', path: '/meta', access: 'public', answers: 'object' },
  logout: { method: 'POST', path: '/auth/logout', access: 'refresh-token', answers: 'none' },
  changePassword: {
    method: 'POST',
    path: '/auth/change-password',
    access: 'account.changePassword',
    answers: 'object',
  },
  listNotices: { method: 'GET', path: '/notices', access: 'notice.list', answers: 'list' },
  getReferral: {
    method: 'GET',
    path: '/referral/get/{id}',
    access: 'referral.list',
    answers: 'object',
  },
  getAccount: {
    method: 'GET',
    path: '/accounts/get/{id}',
    access: 'account.list',
    answers: 'object',
  },
  listRestorableSites: {
    method: 'GET',
    path: '/sites/restorable',
    access: 'site.restore',
    answers: 'list',
  },
  restoreSite: { method: 'POST', path: '/sites/restore', access: 'site.restore', answers: 'none' },
  listDeletedSites: {
    method: 'GET',
    path: '/referral/sites/deleted',
    access: 'referral.list',
    answers: 'list',
  },
  listSiteCounts: {
    method: 'GET',
    path: '/sites/counts',
    access: 'site.update',
    answers: 'list',
  },
  listHeld: {
    method: 'GET',
    path: '/referral/held',
    access: 'referral.release',
    answers: 'page',
  },
  countHeld: {
    method: 'GET',
    path: '/referral/held/count',
    access: 'referral.release',
    answers: 'object',
  },
  releaseReferral: {
    method: 'POST',
    path: '/referral/release',
    access: 'referral.release',
    takes: 'version',
    answers: 'none',
  },
  listDeleted: {
    method: 'GET',
    path: '/referral/deleted',
    access: 'referral.listDeleted',
    answers: 'page',
  },
  countDeleted: {
    method: 'GET',
    path: '/referral/deleted/count',
    access: 'referral.listDeleted',
    answers: 'object',
  },
  putBackReferral: {
    method: 'POST',
    path: '/referral/put-back',
    access: 'referral.putBack',
    takes: 'key',
    answers: 'none',
  },
  listWorklist: {
    method: 'POST',
    path: '/referral/worklist',
    access: 'referral.list',
    safe: true,
    answers: 'page',
  },
  countHeldMatches: {
    method: 'POST',
    path: '/referral/held/matches',
    access: 'referral.release',
    safe: true,
    answers: 'object',
  },
  listSimilarNames: {
    method: 'POST',
    path: '/referral/similar',
    access: 'referral.list',
    safe: true,
    answers: 'list',
  },
  getHistory: {
    method: 'GET',
    path: '/referral/history/{id}',
    access: 'referral.list',
    answers: 'object',
  },
  addNote: {
    method: 'POST',
    path: '/referral/note',
    access: 'referral.addNote',
    takes: 'key',
    answers: 'none',
  },
  correctReferral: {
    method: 'POST',
    path: '/referral/correct',
    access: 'referral.correct',
    takes: 'version',
    answers: 'none',
  },
  listOwners: {
    method: 'GET',
    path: '/referral/owners',
    access: 'referral.assignOwner',
    answers: 'list',
  },
  assignOwner: {
    method: 'POST',
    path: '/referral/owner',
    access: 'referral.assignOwner',
    takes: 'version',
    answers: 'none',
  },
  countOwned: {
    method: 'GET',
    path: '/accounts/owned/{id}',
    access: 'account.deactivate',
    answers: 'object',
  },
  deactivateOwner: {
    method: 'POST',
    path: '/accounts/deactivate-owner',
    access: 'account.deactivate',
    takes: 'key',
    answers: 'none',
  },
  saveReferral: {
    method: 'POST',
    path: '/referral/save',
    access: 'referral.update',
    takes: 'keyAndVersion',
    answers: 'none',
  },
  getFollowUpRules: {
    method: 'GET',
    path: '/referral/follow-up/rules',
    access: 'referral.list',
    answers: 'object',
  },
  addContactAttempt: {
    method: 'POST',
    path: '/referral/attempt',
    access: 'referral.contact',
    takes: 'keyAndVersion',
    answers: 'object',
  },
  strikeContactAttempt: {
    method: 'POST',
    path: '/referral/attempt/strike',
    access: 'referral.contact',
    answers: 'none',
  },
  addParentNotContacted: {
    method: 'POST',
    path: '/referral/parent-not-contacted',
    access: 'referral.contact',
    takes: 'key',
    answers: 'none',
  },
  setFollowUp: {
    method: 'POST',
    path: '/referral/follow-up',
    access: 'referral.followUp',
    answers: 'object',
  },
  listToday: {
    method: 'GET',
    path: '/referral/today',
    access: 'referral.list',
    answers: 'page',
  },
  countToday: {
    method: 'GET',
    path: '/referral/today/count',
    access: 'referral.list',
    answers: 'object',
  },
  listFiled: {
    method: 'POST',
    path: '/referral/filed',
    access: 'referral.add',
    safe: true,
    answers: 'page',
  },
  getReader: {
    method: 'GET',
    path: '/referral/reader',
    access: 'referral.add',
    answers: 'object',
  },
  lookUp: { method: 'POST', path: '/referral/look-up', access: 'public', answers: 'object' },
  renewReceipt: {
    method: 'POST',
    path: '/referral/receipt',
    access: 'referral.consents',
    answers: 'object',
  },
  setNewsMail: {
    method: 'POST',
    path: '/referral/news',
    access: 'referral.add',
    answers: 'none',
  },
  askNews: { method: 'POST', path: '/referral/news/ask', access: 'public', answers: 'object' },
  confirmNews: {
    method: 'POST',
    path: '/referral/news/confirm',
    access: 'public',
    answers: 'none',
  },
  stopNews: { method: 'POST', path: '/referral/news/stop', access: 'public', answers: 'none' },
  getConsents: {
    method: 'GET',
    path: '/referral/consents/{id}',
    access: 'referral.consents',
    answers: 'object',
  },
  askConsent: {
    method: 'POST',
    path: '/referral/consent',
    access: 'referral.consents',
    takes: 'key',
    answers: 'none',
  },
  signConsentOnPaper: {
    method: 'POST',
    path: '/referral/consent/paper',
    access: 'referral.consents',
    answers: 'none',
  },
  handOverConsent: {
    method: 'POST',
    path: '/referral/consent/hand-over',
    access: 'referral.consents',
    answers: 'object',
  },
  answerConsent: {
    method: 'POST',
    path: '/referral/consent/answer',
    access: 'public',
    answers: 'none',
  },
  endConsents: {
    method: 'POST',
    path: '/referral/consent/end',
    access: 'referral.consents',
    answers: 'none',
  },
  confirmConsent: {
    method: 'POST',
    path: '/referral/consent/confirm',
    access: 'referral.consents',
    answers: 'none',
  },
  tellAnswer: {
    method: 'POST',
    path: '/referral/answer',
    access: 'referral.consents',
    takes: 'key',
    answers: 'none',
  },
  getAccounting: {
    method: 'GET',
    path: '/referral/accounting/{id}',
    access: 'referral.accounting',
    answers: 'object',
  },
  confirmRestoredConsents: {
    method: 'POST',
    path: '/consents/restored',
    access: 'referral.accounting',
    answers: 'none',
  },
  getOwnReferral: {
    method: 'GET',
    path: '/referral/own',
    access: 'referral.readOwn',
    answers: 'object',
  },
  stopOwnConsent: {
    method: 'POST',
    path: '/referral/own/stop',
    access: 'referral.readOwn',
    answers: 'none',
  },
  askForCopy: {
    method: 'POST',
    path: '/referral/own/copy',
    access: 'referral.readOwn',
    takes: 'key',
    answers: 'none',
  },
  getLogin: {
    method: 'GET',
    path: '/referral/login/{id}',
    access: 'referral.consents',
    answers: 'object',
  },
  setLoginHolder: {
    method: 'POST',
    path: '/referral/login-holder',
    access: 'referral.createLogin',
    answers: 'none',
  },
  answerCopyRequest: {
    method: 'POST',
    path: '/referral/copy/answered',
    access: 'referral.consents',
    answers: 'none',
  },
  listSiteMarks: { method: 'GET', path: '/sites/marks', access: 'site.mark', answers: 'list' },
  markSite: { method: 'POST', path: '/sites/mark', access: 'site.mark', answers: 'none' },
  listDuplicates: {
    method: 'GET',
    path: '/referral/duplicates',
    access: 'referral.listDuplicates',
    answers: 'list',
  },
  getDuplicates: {
    method: 'GET',
    path: '/referral/duplicates/{id}',
    access: 'referral.listDuplicates',
    answers: 'object',
  },
  listSamePerson: {
    method: 'GET',
    path: '/referral/same-person/{id}',
    access: 'referral.listDuplicates',
    answers: 'object',
  },
  markNotSamePerson: {
    method: 'POST',
    path: '/referral/not-same-person',
    access: 'referral.markNotSamePerson',
    takes: 'key',
    answers: 'none',
  },
  changeReferrals: {
    method: 'POST',
    path: '/referral/bulk',
    access: 'referral.changeMany',
    takes: 'key',
    answers: 'object',
  },
  getPreferences: {
    method: 'GET',
    path: '/accounts/preferences',
    access: 'account.preferences',
    answers: 'object',
  },
  setPreferences: {
    method: 'POST',
    path: '/accounts/preferences',
    access: 'account.preferences',
    answers: 'none',
  },
  getSetup: { method: 'GET', path: '/setup', access: 'setup.manage', answers: 'object' },
  updateSetup: { method: 'POST', path: '/setup', access: 'setup.manage', answers: 'none' },
  sendTestEmail: {
    method: 'POST',
    path: '/setup/test-email',
    access: 'setup.manage',
    answers: 'object',
  },
  listAudit: { method: 'GET', path: '/audit', access: 'audit.list', answers: 'list' },
  health: { method: 'GET', path: '/health', access: 'public', answers: 'object' },
  live: { method: 'GET', path: '/live', access: 'public', answers: 'object' },
} as const satisfies Record<string, Endpoint>;

export type CallName = keyof typeof endpoints;
export type ExtraCallName = keyof typeof extraEndpoints;

/** Every call, of the specification and beyond. */
export const allEndpoints: Record<CallName | ExtraCallName, Endpoint> = {
  ...endpoints,
  ...extraEndpoints,
};
