import { z } from 'zod';
import { defineCall } from './call';
import { sessionExtras } from './auth';
import { extraEndpoints } from './endpoints';

/** The optional features a server may offer; a client uses only those named in `meta`. */
export const FEATURES = ['logout'] as const;
export type Feature = (typeof FEATURES)[number];

/** Calls of our server beyond the specification. */
export const extraCalls = {
  ...sessionExtras,
  meta: defineCall(extraEndpoints.meta, {
    summary: 'Which server this is and what it offers beyond the specification',
    response: z.object({ name: z.string(), version: z.string(), features: z.array(z.string()) }),
    errors: {},
  }),
  health: defineCall(extraEndpoints.health, {
    summary: 'Whether the server can serve: its database answers and its disk has room',
    response: z.object({ status: z.literal('ok') }),
    errors: {},
  }),
  live: defineCall(extraEndpoints.live, {
    summary: 'Whether the process is alive; does not ask the database',
    response: z.object({ status: z.literal('ok') }),
    errors: {},
  }),
};
