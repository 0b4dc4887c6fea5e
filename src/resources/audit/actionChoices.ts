import { isReadAction } from '../../../contract/staffConstants';

/**
 * The actions of the log, which are those with a text. Not read from the list of calls: in a chunk that two others load, it would be
 * in what visitors download.
 */
export const LOGGED_ACTIONS = [
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
  'moreRefusals',
  'addSite',
  'updateSite',
  'deleteSite',
  'listRestorableSites',
  'restoreSite',
  'listDeletedSites',
  'listSiteCounts',
  'addReferral',
  'addGuestReferral',
  'listReferrals',
  'listWorklist',
  'filterReferrals',
  'countReferrals',
  'getReferral',
  'listDuplicates',
  'getDuplicates',
  'listSamePerson',
  'markNotSamePerson',
  'updateReferral',
  'saveReferral',
  'assignReferral',
  'deleteReferral',
  'listHeld',
  'countHeld',
  'countHeldMatches',
  'listSimilarNames',
  'releaseReferral',
  'listDeleted',
  'countDeleted',
  'putBackReferral',
  'changeReferrals',
  'listManagers',
  'listPendingAccounts',
  'approveAccount',
  'listAccounts',
  'getAccount',
  'searchAccounts',
  'updateAccount',
  'deactivateAccount',
  'deactivateOwner',
  'countOwned',
  'reactivateAccount',
  'listAudit',
  'listNotices',
  'getSetup',
  'updateSetup',
  'sendTestEmail',
  'getHistory',
  'addNote',
  'addContactAttempt',
  'strikeContactAttempt',
  'addParentNotContacted',
  'setFollowUp',
  'listToday',
  'countToday',
  'getConsents',
  'askConsent',
  'signConsentOnPaper',
  'handOverConsent',
  'answerConsent',
  'endConsents',
  'getOwnReferral',
  'stopOwnConsent',
  'askForCopy',
  'getLogin',
  'setLoginHolder',
  'answerCopyRequest',
  'confirmConsent',
  'confirmRestoredConsents',
  'tellAnswer',
  'getAccounting',
  'listFiled',
  'getReader',
  'lookUp',
  'renewReceipt',
  'getFollowUpRules',
  'markSite',
  'listSiteMarks',
  'correctReferral',
  'listOwners',
  'assignOwner',
  'getPreferences',
  'setPreferences',
] as const;

/**
 * The actions to choose from, by name. Those of the same name are one choice, its value all of them, separated by commas.
 */
export function actionChoices(nameOf: (action: string) => string, language: string) {
  const byName = new Map<string, string[]>();
  for (const action of LOGGED_ACTIONS) {
    const name = nameOf(action);
    byName.set(name, [...(byName.get(name) ?? []), action]);
  }
  const choices = [...byName].map(([label, actions]) => ({
    label,
    value: actions.join(','),
    isRead: isReadAction(actions[0] ?? ''),
  }));
  const sorted = choices.toSorted((one, other) => one.label.localeCompare(other.label, language));
  return {
    changes: sorted.filter(({ isRead }) => !isRead),
    reads: sorted.filter(({ isRead }) => isRead),
  };
}
