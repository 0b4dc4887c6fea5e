/**
 * Expected outcome of each call for each kind of caller, written by hand from the agreed table. It deliberately does not
 * read contract/permissions, which it checks.
 */
import type { AnyCallName } from '../../contract/calls';
import type { CallerKind } from '../support/fixtures';

type Outcome = 'done' | 401 | 403;
type Row = Record<CallerKind, Outcome>;

const row = (
  anonymous: Outcome,
  referral: Outcome,
  siteUser: Outcome,
  admin: Outcome,
  manager: Outcome,
  limited: Outcome,
  superuser: Outcome,
): Row => ({ anonymous, referral, siteUser, admin, manager, limited, superuser });

const ANYONE = row('done', 'done', 'done', 'done', 'done', 'done', 'done');
/** With an access token: only the refresh token of an active session is accepted. */
const NOBODY = row(401, 401, 401, 401, 401, 401, 401);
const SIGNED_IN = row(401, 'done', 'done', 'done', 'done', 'done', 'done');
const STAFF = row(401, 403, 403, 403, 'done', 'done', 'done');
/** The referral that a login was made for belongs to that login alone. */
const REFERRAL_ONLY = row(401, 'done', 403, 403, 403, 403, 403);
const SUPERUSER_ONLY = row(401, 403, 403, 403, 403, 403, 'done');

export const permissionMatrix: Record<AnyCallName, Row> = {
  login: ANYONE,
  register: ANYONE,
  forgotPassword: ANYONE,
  checkResetToken: ANYONE,
  resetPassword: ANYONE,
  listSites: ANYONE,
  listCounties: ANYONE,
  addGuestReferral: ANYONE,
  lookUp: ANYONE,
  askNews: ANYONE,
  confirmNews: ANYONE,
  stopNews: ANYONE,

  refresh: NOBODY,

  addReferral: SIGNED_IN,
  setNewsMail: SIGNED_IN,

  listReferrals: STAFF,
  filterReferrals: STAFF,
  countReferrals: STAFF,

  registerSuperuser: SUPERUSER_ONLY,
  registerReferral: SUPERUSER_ONLY,
  addSite: SUPERUSER_ONLY,
  updateSite: SUPERUSER_ONLY,
  deleteSite: SUPERUSER_ONLY,
  listRestorableSites: SUPERUSER_ONLY,
  restoreSite: SUPERUSER_ONLY,
  listDeletedSites: STAFF,
  listSiteCounts: SUPERUSER_ONLY,
  updateReferral: SUPERUSER_ONLY,
  assignReferral: SUPERUSER_ONLY,
  deleteReferral: SUPERUSER_ONLY,
  listManagers: SUPERUSER_ONLY,
  listPendingAccounts: SUPERUSER_ONLY,
  approveAccount: SUPERUSER_ONLY,
  listAccounts: SUPERUSER_ONLY,
  searchAccounts: SUPERUSER_ONLY,
  updateAccount: SUPERUSER_ONLY,
  deactivateAccount: SUPERUSER_ONLY,
  reactivateAccount: SUPERUSER_ONLY,

  // Calls beyond the specification.
  meta: ANYONE,
  health: ANYONE,
  live: ANYONE,
  logout: NOBODY,
  changePassword: SIGNED_IN,
  listNotices: SIGNED_IN,
  getReferral: STAFF,
  listWorklist: STAFF,
  getAccount: SUPERUSER_ONLY,
  listDuplicates: SUPERUSER_ONLY,
  getDuplicates: SUPERUSER_ONLY,
  listHeld: SUPERUSER_ONLY,
  countHeld: SUPERUSER_ONLY,
  countHeldMatches: SUPERUSER_ONLY,
  listSimilarNames: STAFF,
  releaseReferral: SUPERUSER_ONLY,
  listDeleted: SUPERUSER_ONLY,
  countDeleted: SUPERUSER_ONLY,
  putBackReferral: SUPERUSER_ONLY,
  getHistory: STAFF,
  // A manager at a site that is marked as the provider's own, as the test's is.
  addNote: STAFF,
  addContactAttempt: STAFF,
  strikeContactAttempt: STAFF,
  addParentNotContacted: STAFF,
  setFollowUp: STAFF,
  getFollowUpRules: STAFF,
  getConsents: STAFF,
  askConsent: STAFF,
  signConsentOnPaper: STAFF,
  handOverConsent: STAFF,
  answerConsent: ANYONE,
  endConsents: STAFF,
  confirmConsent: STAFF,
  renewReceipt: STAFF,
  tellAnswer: STAFF,
  getAccounting: SUPERUSER_ONLY,
  confirmRestoredConsents: SUPERUSER_ONLY,
  getOwnReferral: REFERRAL_ONLY,
  stopOwnConsent: REFERRAL_ONLY,
  askForCopy: REFERRAL_ONLY,
  getLogin: STAFF,
  setLoginHolder: SUPERUSER_ONLY,
  answerCopyRequest: STAFF,
  listFiled: SIGNED_IN,
  getReader: SIGNED_IN,
  listToday: STAFF,
  countToday: STAFF,
  listSiteMarks: SUPERUSER_ONLY,
  markSite: SUPERUSER_ONLY,
  correctReferral: SUPERUSER_ONLY,
  listOwners: SUPERUSER_ONLY,
  assignOwner: SUPERUSER_ONLY,
  countOwned: SUPERUSER_ONLY,
  deactivateOwner: SUPERUSER_ONLY,
  listSamePerson: SUPERUSER_ONLY,
  markNotSamePerson: SUPERUSER_ONLY,
  saveReferral: SUPERUSER_ONLY,
  getPreferences: STAFF,
  setPreferences: STAFF,
  getSetup: SUPERUSER_ONLY,
  updateSetup: SUPERUSER_ONLY,
  sendTestEmail: SUPERUSER_ONLY,
  changeReferrals: SUPERUSER_ONLY,
  listAudit: SUPERUSER_ONLY,
};
