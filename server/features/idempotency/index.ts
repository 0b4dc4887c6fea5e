/** Idempotency of calls that add something. What other features may use. */
export { addIdempotently, prepareIdempotentChange } from './idempotentStatement';
export { clearIdempotency, withIdempotency } from './withIdempotency';
