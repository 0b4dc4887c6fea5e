import { z } from 'zod';
import { LENGTHS } from '../constants';
import {
  fullnameSchema,
  newPasswordSchema,
  roleSchema,
  schoolChoiceSchema,
  usernameSchema,
} from '../entities/account';
import { sessionSubjectSchema, tokenPairSchema } from '../entities/session';
import { idSchema } from '../entities/text';
import { defineCall, doneSchema, INVALID, KEY_CONFLICT, SIGNED_IN_ERRORS } from './call';
import { endpoints, extraEndpoints } from './endpoints';

const MAX_SCHOOLS = 500;
const schoolChoicesSchema = z.array(schoolChoiceSchema).max(MAX_SCHOOLS);
const presentedTokenSchema = z.string().max(512);
/** A checkbox in a form post: 'true', 'on' and '1' mean yes. */
const checkboxSchema = z
  .union([z.boolean(), z.string().max(10)])
  .nullish()
  .transform((value) => value === true || ['true', 'on', '1'].includes(String(value)));

export const authCalls = {
  refresh: defineCall(endpoints.refresh, {
    summary: 'Exchange the refresh token, sent as bearer, for a new pair',
    response: tokenPairSchema,
    errors: { 401: 'The refresh token is not that of an active session' },
  }),
  login: defineCall(endpoints.login, {
    summary: 'Sign in; form-encoded',
    body: z.object({
      username: z.string().min(1).max(LENGTHS.email),
      password: z.string().min(1).max(LENGTHS.passwordMax),
      remember: checkboxSchema,
    }),
    response: tokenPairSchema.extend({
      token_type: z.literal('bearer'),
      user: sessionSubjectSchema,
    }),
    errors: {
      401: 'E-mail or password is wrong',
      403: 'not_approved: the password is right, the account is pending (with mailboxProof: and its mailbox proved) or deactivated',
      ...INVALID,
    },
  }),
  register: defineCall(endpoints.register, {
    summary:
      'Register as a pending MANAGER (with mailboxProof, nothing works before the mailed link is used) or, as a super user, add an account of any role',
    body: z.object({
      fullname: fullnameSchema.optional(),
      username: usernameSchema,
      password: newPasswordSchema,
      role: roleSchema.optional(),
      schools: schoolChoicesSchema.default([]),
      agree: z.boolean().optional(),
    }),
    response: doneSchema,
    errors: {
      401: 'A role beyond MANAGER with a bearer that is no longer good',
      403: 'A role beyond MANAGER, not asked for by a super user',
      409: `The e-mail is taken (told to super users only); or, with a key, ${KEY_CONFLICT}`,
      ...INVALID,
    },
  }),
  registerSuperuser: defineCall(endpoints.registerSuperuser, {
    summary: 'Add a super user, approved at once',
    body: z.object({
      fullname: fullnameSchema,
      username: usernameSchema,
      password: newPasswordSchema,
      /** The specification sends both, but the call ignores them: it always adds a super user of all sites. */
      role: z.unknown().optional(),
      schools: z.unknown().optional(),
    }),
    response: doneSchema,
    errors: {
      ...SIGNED_IN_ERRORS,
      409: `The e-mail is taken; or, with a key, ${KEY_CONFLICT}`,
      ...INVALID,
    },
  }),
  registerReferral: defineCall(endpoints.registerReferral, {
    summary: 'Create a login for the person of a referral',
    body: z.object({
      fullname: fullnameSchema,
      username: usernameSchema,
      password: newPasswordSchema,
      schools: schoolChoicesSchema.default([]),
      referral: idSchema,
    }),
    response: doneSchema,
    errors: {
      ...SIGNED_IN_ERRORS,
      404: 'No such referral',
      409: `The e-mail is taken, or the referral has an account; or, with a key, ${KEY_CONFLICT}`,
      ...INVALID,
    },
  }),
  forgotPassword: defineCall(endpoints.forgotPassword, {
    summary:
      'Request a reset link by mail; the response never reveals whether the address is known',
    body: z.object({ email: usernameSchema }),
    response: doneSchema,
    errors: INVALID,
  }),
  checkResetToken: defineCall(endpoints.checkResetToken, {
    summary: 'Check whether a mailed link that sets a password is still valid; does not consume it',
    query: z.object({ reset_token: presentedTokenSchema.default('') }),
    response: doneSchema,
    errors: { 400: 'invalid_token', ...INVALID },
  }),
  resetPassword: defineCall(endpoints.resetPassword, {
    summary:
      'Set a new password with the single-use token of a mailed link, which also confirms the e-mail',
    body: z.object({ token: presentedTokenSchema, new_pass: newPasswordSchema }),
    response: doneSchema.extend({
      approved: z
        .boolean()
        .optional()
        .describe('Whether one can sign in now, or an administrator has still to approve'),
    }),
    errors: { 400: 'invalid_token', ...INVALID },
  }),
};

export const sessionExtras = {
  changePassword: defineCall(extraEndpoints.changePassword, {
    summary: "Change one's own password; all sessions of the account end, and a new one begins",
    body: z.object({
      current_password: z.string().min(1).max(LENGTHS.passwordMax),
      new_pass: newPasswordSchema,
    }),
    response: tokenPairSchema,
    errors: { ...SIGNED_IN_ERRORS, ...INVALID },
  }),
  logout: defineCall(extraEndpoints.logout, {
    summary: 'End the session of the refresh token, sent as bearer',
    response: doneSchema,
    errors: { 401: 'The refresh token is not that of an active session' },
  }),
};
