/** Accounts. What other features may use. */
export { deactivateLocked, lockForDeactivation } from './deactivation';
