import { z } from 'zod';
import { LENGTHS } from '../constants';
import {
  accountSchema,
  fullnameSchema,
  managerSchema,
  schoolChoiceSchema,
  usernameSchema,
} from '../entities/account';
import { pageQuerySchema, pageSchema } from '../entities/page';
import { idSchema, textSchema } from '../entities/text';
import {
  defineCall,
  doneSchema,
  INVALID,
  paramsSchema,
  readParamsSchema,
  SIGNED_IN_ERRORS,
  STALE,
} from './call';
import { endpoints, extraEndpoints } from './endpoints';

const NO_SUCH_ACCOUNT = { 404: 'No such account' } as const;

export const accountCalls = {
  listManagers: defineCall(endpoints.listManagers, {
    summary: 'Active managers, for assigning',
    response: z.array(managerSchema),
    errors: SIGNED_IN_ERRORS,
  }),
  listPendingAccounts: defineCall(endpoints.listPendingAccounts, {
    summary: 'Accounts that await approval, without deactivated ones',
    query: pageQuerySchema,
    response: pageSchema(accountSchema),
    errors: { ...SIGNED_IN_ERRORS, ...INVALID },
  }),
  approveAccount: defineCall(endpoints.approveAccount, {
    summary:
      'Approve a pending account; with mailboxProof, an account whose e-mail is not confirmed gets a mail to choose its password',
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
    query: z.object({ query: textSchema(LENGTHS.filter).default('') }),
    response: z.array(accountSchema),
    errors: { ...SIGNED_IN_ERRORS, ...INVALID },
  }),
  updateAccount: defineCall(endpoints.updateAccount, {
    summary:
      'Change name, schools or the created-referrals-only limit; only the fields present change',
    params: paramsSchema,
    body: z.object({
      fullname: fullnameSchema.optional(),
      /** Must be the account's own e-mail, which is its login name. */
      username: usernameSchema.optional(),
      schools: z.array(schoolChoiceSchema).max(500).optional(),
      created_referrals_only: z.boolean().optional(),
    }),
    response: doneSchema,
    errors: { ...SIGNED_IN_ERRORS, ...NO_SUCH_ACCOUNT, ...STALE, ...INVALID },
  }),
  deactivateAccount: defineCall(endpoints.deactivateAccount, {
    summary: 'Deactivate an account; its sessions end at once',
    params: paramsSchema,
    response: doneSchema,
    errors: { ...SIGNED_IN_ERRORS, ...NO_SUCH_ACCOUNT, 409: 'Oneself, or the last super user' },
  }),
  reactivateAccount: defineCall(endpoints.reactivateAccount, {
    summary: 'Reactivate a deactivated account',
    params: paramsSchema,
    response: doneSchema,
    errors: {
      ...SIGNED_IN_ERRORS,
      ...NO_SUCH_ACCOUNT,
      409: 'The account was made for a referral that is deleted',
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
};
