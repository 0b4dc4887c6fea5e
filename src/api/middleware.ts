/** What a call is, and the middlewares that it goes through: each receives it and passes it on, as it is or changed. */
import type { AnyCallName } from '../../contract/calls';
import type { Feature } from '../../contract/calls/extras';
import type { RawResponse } from './ApiError';
import type { currentSession } from './tokenStore';

/** What a call sends. */
export interface RawRequest {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
  /** Optional headers, for servers that announce them. */
  headers?: Record<string, string>;
}

export interface Call {
  readonly name: AnyCallName;
  readonly request: RawRequest;
  /** The session that the call was made in; it may have ended since. */
  readonly session: ReturnType<typeof currentSession>;
  /** The token to send. */
  readonly bearer?: string;
  /** The version of the record to be changed. */
  readonly version?: number;
  readonly signal?: AbortSignal;
}

/** @throws ApiError without a response; the signal's reason if it was aborted */
export type Send = (call: Call) => Promise<RawResponse>;

/** @param next sends the call through the middlewares after this one */
export type Middleware = (call: Call, next: Send) => Promise<RawResponse>;

/** Whether the server offers a feature; asks the server if need be. */
export type IsOffered = (feature: Feature) => Promise<boolean>;

/** Returns a function that sends a call through the middlewares, from the first to the last, and then by `send`. */
export const compose = (middlewares: readonly Middleware[], send: Send): Send =>
  middlewares.reduceRight<Send>((next, middleware) => (call) => middleware(call, next), send);
