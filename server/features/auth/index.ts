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
export { isGeneratedPasswordInUse } from './repository';
export { resetSuperuser } from './resetSuperuser';
export { refuseWeakFirstPassword, refuseWeakPassword } from './rules';
export { emailOtherSuperusers } from './superuserEmail';
