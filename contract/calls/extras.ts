import { z } from 'zod';
import { defineCall, SIGNED_IN_ERRORS } from './call';
import { auditExtras } from './audit';
import { sessionExtras } from './auth';
import { noticeSchema } from '../entities/notice';
import { extraEndpoints, type FEATURES } from './endpoints';
import { accountExtras } from './accounts';
import { referralExtras } from './referrals';

/** An optional feature of a server. */
export type Feature = (typeof FEATURES)[number];

/** The calls of our server beyond the specification. */
export const extraCalls = {
  ...sessionExtras,
  ...referralExtras,
  ...accountExtras,
  ...auditExtras,
  listNotices: defineCall(extraEndpoints.listNotices, {
    summary:
      'Notices for the caller: faults of the installation, or a first password that is still in use',
    response: z.array(noticeSchema),
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
