/** Every call with its schemas. The web app imports only types from here, and ./endpoints for the rest. */
import type { z } from 'zod';
import { accountCalls } from './accounts';
import { authCalls } from './auth';
import type { Call } from './call';
import type { CallName, ExtraCallName } from './endpoints';
import { extraCalls } from './extras';
import { referralCalls } from './referrals';
import { siteCalls } from './sites';

/** The 29 calls of the specification. */
export const calls = {
  ...authCalls,
  ...siteCalls,
  ...referralCalls,
  ...accountCalls,
} satisfies Record<CallName, Call>;

/** The calls of the specification and the additions of our server. */
export const allCalls = { ...calls, ...extraCalls } satisfies Record<
  CallName | ExtraCallName,
  Call
>;

export type AllCalls = typeof allCalls;
export type AnyCallName = keyof AllCalls;

type InputOf<C, Part extends string> =
  C extends Record<Part, infer S extends z.ZodType> ? Record<Part, z.input<S>> : object;

/** The input of a call as a client sends it: those of `params`, `query` and `body` that the call has. */
export type CallInput<N extends AnyCallName> = InputOf<AllCalls[N], 'params'> &
  InputOf<AllCalls[N], 'query'> &
  InputOf<AllCalls[N], 'body'>;

/** The response of a call. */
export type CallOutput<N extends AnyCallName> = z.output<AllCalls[N]['response']>;
