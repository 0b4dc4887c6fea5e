import { z } from 'zod';
import { LOGIN_HOLDERS } from '../consent';
import { LENGTHS } from '../constants';
import {
  fullnameSchema,
  newPasswordSchema,
  roleSchema,
  schoolChoicesSchema,
  SITES_BODY_LIMITS,
  usernameSchema,
} from '../entities/account';
import { sessionSubjectSchema, tokenPairSchema } from '../entities/session';
import { idSchema, lineSchema } from '../entities/text';
import { defineCall, doneSchema, INVALID, KEY_CONFLICT, SIGNED_IN_ERRORS } from './call';
import { endpoints, extraEndpoints } from './endpoints';

const presentedTokenSchema = z.string().max(512);
/** A checkbox in a form post: 'true', 'on' and '1' mean yes. */
const checkboxSchema = z
  .union([z.boolean(), z.string().max(10)])
  .nullish()
  .transform((value) => value === true || ['true', 'on', '1'].includes(String(value)));

export const authCalls = {
  refresh: defineCall(endpoints.refresh, {
    summary: 'Exchange the refresh token, sent as bearer token, for a new pair of tokens',
    response: tokenPairSchema,
    errors: { 401: 'The refresh token does not belong to an active session' },
  }),
  login: defineCall(endpoints.login, {
    summary: 'Sign in; the body is form-encoded',
    body: z.object({
      username: lineSchema(LENGTHS.email),
      password: z.string().min(1).max(LENGTHS.passwordMax),
      remember: checkboxSchema,
    }),
    response: tokenPairSchema.extend({
      token_type: z.literal('bearer'),
      user: sessionSubjectSchema,
    }),
    errors: {
      401: 'E-mail or password is wrong',
      403: 'not_approved: the password is right, but the account is deactivated or pending (with mailboxProof: pending with a confirmed e-mail); foreign_origin: the page is of another address than PUBLIC_URL',
      ...INVALID,
    },
  }),
  register: defineCall(endpoints.register, {
    summary:
      'Register as a pending MANAGER (with mailboxProof, the account works only after the mailed link was used) or, as a super user, add an account of any role',
    body: z.object({
      fullname: fullnameSchema.optional(),
      username: usernameSchema,
      password: newPasswordSchema,
      role: roleSchema.optional(),
      schools: schoolChoicesSchema.default([]),
      agree: z.boolean().optional(),
    }),
    bodyLimits: SITES_BODY_LIMITS,
    response: doneSchema,
    errors: {
      401: 'A role other than MANAGER is requested with an invalid bearer token',
      403: 'A role other than MANAGER is requested, and the caller is not a super user',
      409: `The e-mail is taken (reported to super users only); or, with a key, ${KEY_CONFLICT}`,
      ...INVALID,
    },
  }),
  registerSuperuser: defineCall(endpoints.registerSuperuser, {
    summary: 'Add a super user, who is approved at once',
    body: z.object({
      fullname: fullnameSchema,
      username: usernameSchema,
      password: newPasswordSchema,
      /** Clients of the specification send both, but the call ignores them: it always adds a super user of all sites. */
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
      /** Whose login it is (feature 'ownReferral'); not decided if it is missing. */
      holder: z.enum(LOGIN_HOLDERS).optional(),
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
        .describe('Whether the account can sign in now; if not, it still needs approval'),
    }),
    errors: { 400: 'invalid_token', ...INVALID },
  }),
};

export const sessionExtras = {
  changePassword: defineCall(extraEndpoints.changePassword, {
    summary:
      "Change the caller's own password; all sessions of the account end, and a new one begins",
    body: z.object({
      current_password: z.string().min(1).max(LENGTHS.passwordMax),
      new_pass: newPasswordSchema,
    }),
    response: tokenPairSchema,
    errors: { ...SIGNED_IN_ERRORS, ...INVALID },
  }),
  logout: defineCall(extraEndpoints.logout, {
    summary: 'End the session of the refresh token, sent as bearer token',
    response: doneSchema,
    errors: { 401: 'The refresh token does not belong to an active session' },
  }),
};
