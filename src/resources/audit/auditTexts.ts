/** The calls that leave entries, each with a text of its own; refreshReuse is what was noticed during one. */
const ACTIONS = [
  'login',
  'logout',
  'refresh',
  'refreshReuse',
  'register',
  'registerSuperuser',
  'registerReferral',
  'forgotPassword',
  'resetPassword',
  'addSite',
  'updateSite',
  'deleteSite',
  'addReferral',
  'addGuestReferral',
  'listReferrals',
  'filterReferrals',
  'countReferrals',
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
  'searchAccounts',
  'updateAccount',
  'deactivateAccount',
  'reactivateAccount',
  'listAudit',
] as const;

/** The name of the text for what was done; undefined for what only a newer server knows. */
export function actionText(action: string): `auditActions.${(typeof ACTIONS)[number]}` | undefined {
  const known = ACTIONS.find((name) => name === action);
  return known && `auditActions.${known}`;
}
