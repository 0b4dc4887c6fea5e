/** Login, sessions, passwords and mailed links. What other features may use. */
export {
  awaitsConfirmation,
  canConfirmEmails,
  createConfirmationToken,
  getEmailProof,
  mailPasswordLink,
  revokeLinks,
} from './emailConfirmation';
export { liftLockout } from './loginAttempt';
export { createPasswords, type HashingCost, hashPassword } from './passwords';
export { resetSuperuser } from './resetSuperuser';
export { refuseWeakPassword } from './refuseWeakPassword';
export { refuseWeakFirstPassword } from './rules';
export { createOneTimeToken, hashOneTimeToken } from './oneTimeToken';
export { revokeSession } from './sessions';
export { isGeneratedPasswordInUse } from './storedPassword';
export { emailOtherSuperusers } from './superuserEmail';
