import { z } from 'zod';
import { defineCall, doneSchema, INVALID, SIGNED_IN_ERRORS } from './call';
import { auditExtras } from './audit';
import { sessionExtras } from './auth';
import { noticeSchema } from '../entities/notice';
import { emailTestSchema, setupChangeSchema, setupSchema } from '../entities/setup';
import { extraEndpoints, type FEATURES } from './endpoints';
import { accountExtras } from './accounts';
import { referralExtras } from './referrals';
import { siteExtras } from './sites';

/** An optional feature of a server. */
export type Feature = (typeof FEATURES)[number];

/** The calls of our server beyond the specification. */
export const extraCalls = {
  ...sessionExtras,
  ...referralExtras,
  ...siteExtras,
  ...accountExtras,
  ...auditExtras,
  listNotices: defineCall(extraEndpoints.listNotices, {
    summary:
      'Notices for the caller: faults of the installation, or a first password that is still in use',
    response: z.array(noticeSchema),
    errors: SIGNED_IN_ERRORS,
  }),
  getSetup: defineCall(extraEndpoints.getSetup, {
    summary: 'The checklist of the first day: which steps are done, and whether it was dismissed',
    response: setupSchema,
    errors: SIGNED_IN_ERRORS,
  }),
  updateSetup: defineCall(extraEndpoints.updateSetup, {
    summary: 'Dismiss the checklist of the first day or show it again, or report a printed poster',
    body: setupChangeSchema,
    response: doneSchema,
    errors: { ...SIGNED_IN_ERRORS, ...INVALID },
  }),
  sendTestEmail: defineCall(extraEndpoints.sendTestEmail, {
    summary: 'Send a test email to the caller at once, and say what became of it',
    response: emailTestSchema,
    errors: SIGNED_IN_ERRORS,
  }),
  meta: defineCall(extraEndpoints.meta, {
    summary: 'Name and version of the server, and its features beyond the specification',
    response: z.object({ name: z.string(), version: z.string(), features: z.array(z.string()) }),
    errors: {},
  }),
  health: defineCall(extraEndpoints.health, {
    summary: 'Whether the server can serve: its database answers and its disk has free space',
    response: z.object({ status: z.literal('ok') }),
    errors: {},
  }),
  live: defineCall(extraEndpoints.live, {
    summary: 'Whether the process is alive; does not query the database',
    response: z.object({ status: z.literal('ok') }),
    errors: {},
  }),
};
