/**
 * What leaves entries, each with a text of its own: the calls, refreshReuse, which was noticed during one, and resetSuperuser, a
 * command on the server's machine.
 */
const ACTIONS = [
  'login',
  'logout',
  'changePassword',
  'refresh',
  'refreshReuse',
  'register',
  'registerSuperuser',
  'registerReferral',
  'forgotPassword',
  'resetPassword',
  'resetSuperuser',
  'addSite',
  'updateSite',
  'deleteSite',
  'addReferral',
  'addGuestReferral',
  'listReferrals',
  'filterReferrals',
  'countReferrals',
  'getReferral',
  'updateReferral',
  'assignReferral',
  'deleteReferral',
  'listSuspected',
  'countSuspected',
  'releaseReferral',
  'listManagers',
  'listPendingAccounts',
  'approveAccount',
  'listAccounts',
  'getAccount',
  'searchAccounts',
  'updateAccount',
  'deactivateAccount',
  'reactivateAccount',
  'listAudit',
  'listNotices',
] as const;

/** The name of the text for what was done; undefined for what only a newer server knows. */
export function actionText(action: string): `auditActions.${(typeof ACTIONS)[number]}` | undefined {
  const known = ACTIONS.find((name) => name === action);
  return known && `auditActions.${known}`;
}
