/** Authentication and access control. What other features may use. */
export { readClaim, reloadCaller, requireCaller } from './authentication';
export {
  type Caller,
  CALLER_COLUMNS,
  findCaller,
  hasLoginStopped,
  hasOutgrown,
  isInside,
  WARD,
} from './caller';
export { isAlive, isWithinLifetime } from './liveSession';
export { type CallerStatement, readAsCaller } from './readAsCaller';
export { requireAccess } from './requireAccess';
export { type AccessClaim, toSessionSubject } from './tokens';
export { withEmailsFor } from './withEmailsFor';
