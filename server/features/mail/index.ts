/** Emails, queued in the transaction of the change they report. What other features may use. */
export { LINK_LIFE, TOKEN_PAGES } from './emailKinds';
export { queueEmail, type Recipient, withdrawEmails } from './outbox';
export { testDelivery } from './testDelivery';
