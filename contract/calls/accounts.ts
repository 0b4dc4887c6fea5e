import { z } from 'zod';
import { LENGTHS } from '../constants';
import {
  accountSchema,
  fullnameSchema,
  managerSchema,
  preferenceChangesSchema,
  preferencesSchema,
  schoolChoicesSchema,
  SITES_BODY_LIMITS,
  usernameSchema,
} from '../entities/account';
import { pageQuerySchema, pageSchema } from '../entities/page';
import { idSchema, optionalLineSchema } from '../entities/text';
import {
  defineCall,
  doneSchema,
  INVALID,
  KEY_CONFLICT,
  paramsSchema,
  readParamsSchema,
  SIGNED_IN_ERRORS,
  STALE,
} from './call';
import { endpoints, extraEndpoints } from './endpoints';

const NO_SUCH_ACCOUNT = { 404: 'No such account' } as const;

export const accountCalls = {
  listManagers: defineCall(endpoints.listManagers, {
    summary: 'The active managers, to whom referrals can be assigned',
    response: z.array(managerSchema),
    errors: SIGNED_IN_ERRORS,
  }),
  listPendingAccounts: defineCall(endpoints.listPendingAccounts, {
    summary: 'The accounts that await approval; deactivated accounts are not listed',
    query: pageQuerySchema,
    response: pageSchema(accountSchema),
    errors: { ...SIGNED_IN_ERRORS, ...INVALID },
  }),
  approveAccount: defineCall(endpoints.approveAccount, {
    summary:
      'Approve a pending account; with mailboxProof, an account whose e-mail is not confirmed gets a mailed link to choose its password',
    body: z.object({ user_id: idSchema }),
    response: doneSchema,
    errors: {
      ...SIGNED_IN_ERRORS,
      ...NO_SUCH_ACCOUNT,
      409: 'The account is deactivated',
      ...STALE,
      ...INVALID,
    },
  }),
  listAccounts: defineCall(endpoints.listAccounts, {
    summary: 'All accounts, by name',
    query: pageQuerySchema,
    response: pageSchema(accountSchema),
    errors: { ...SIGNED_IN_ERRORS, ...INVALID },
  }),
  searchAccounts: defineCall(endpoints.searchAccounts, {
    summary: 'Up to 50 accounts whose name or e-mail contains the text',
    query: z.object({ query: optionalLineSchema(LENGTHS.filter).default('') }),
    response: z.array(accountSchema),
    errors: { ...SIGNED_IN_ERRORS, ...INVALID },
  }),
  updateAccount: defineCall(endpoints.updateAccount, {
    summary:
      'Change name, schools or the limit to own referrals; only the fields that are sent change',
    params: paramsSchema,
    body: z.object({
      fullname: fullnameSchema.optional(),
      /** Must be the account's own email, which is its login name. */
      username: usernameSchema.optional(),
      schools: schoolChoicesSchema.optional(),
      created_referrals_only: z.boolean().optional(),
    }),
    bodyLimits: SITES_BODY_LIMITS,
    response: doneSchema,
    errors: { ...SIGNED_IN_ERRORS, ...NO_SUCH_ACCOUNT, ...STALE, ...INVALID },
  }),
  deactivateAccount: defineCall(endpoints.deactivateAccount, {
    summary: 'Deactivate an account; its sessions end at once',
    params: paramsSchema,
    response: doneSchema,
    errors: {
      ...SIGNED_IN_ERRORS,
      ...NO_SUCH_ACCOUNT,
      409: 'The account is the caller’s own, or that of the last super user',
    },
  }),
  reactivateAccount: defineCall(endpoints.reactivateAccount, {
    summary: 'Reactivate a deactivated account',
    params: paramsSchema,
    response: doneSchema,
    errors: {
      ...SIGNED_IN_ERRORS,
      ...NO_SUCH_ACCOUNT,
      409: 'The account belongs to a deleted referral',
    },
  }),
};

export const accountExtras = {
  getAccount: defineCall(extraEndpoints.getAccount, {
    summary: 'One account, as in the list',
    params: readParamsSchema,
    response: accountSchema,
    errors: { ...SIGNED_IN_ERRORS, ...NO_SUCH_ACCOUNT },
  }),
  countOwned: defineCall(extraEndpoints.countOwned, {
    summary: 'How many open referrals an account owns',
    params: readParamsSchema,
    response: z.object({ open: z.number().int() }),
    errors: { ...SIGNED_IN_ERRORS, ...NO_SUCH_ACCOUNT },
  }),
  deactivateOwner: defineCall(extraEndpoints.deactivateOwner, {
    summary:
      'Deactivate an account and hand all its open referrals to another owner, or release them, in one transaction',
    body: z.object({
      id: idSchema,
      /** Who owns the open referrals afterwards; null for nobody. */
      owner: idSchema.nullable(),
    }),
    response: doneSchema,
    errors: {
      ...SIGNED_IN_ERRORS,
      ...NO_SUCH_ACCOUNT,
      409: `The account is the caller’s own, or that of the last super user; with a key: ${KEY_CONFLICT}`,
      ...INVALID,
    },
  }),
  getPreferences: defineCall(extraEndpoints.getPreferences, {
    summary: 'The preferences of the caller',
    response: preferencesSchema,
    errors: SIGNED_IN_ERRORS,
  }),
  setPreferences: defineCall(extraEndpoints.setPreferences, {
    summary: 'Change the preferences of the caller',
    body: preferenceChangesSchema,
    response: doneSchema,
    errors: { ...SIGNED_IN_ERRORS, ...INVALID },
  }),
};
