/** Calls that add something add it once, however often they are sent. What other features may use. */
export { addIdempotently, prepareIdempotentChange } from './idempotentStatement';
export { clearIdempotency, withIdempotency } from './withIdempotency';
