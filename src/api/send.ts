import type { AnyCallName } from '../../contract/calls';
import type { RawResponse } from './ApiError';

/** What a call sends. */
export interface RawRequest {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
  /** Optional headers, for servers that announce them. */
  headers?: Record<string, string>;
}

/**
 * Sends a call once, with or without a token.
 * @throws ApiError without a response; the signal's reason if it was aborted
 */
export type Send = (
  name: AnyCallName,
  request: RawRequest,
  bearer: string | undefined,
  signal?: AbortSignal,
) => Promise<RawResponse>;
