/** What travels between a call and the network. */
import type { AnyCallName } from '../../contract/calls';
import { type Endpoint, endpoints, extraEndpoints } from '../../contract/calls/endpoints';

/** All that can travel with a call. */
export interface RawInput {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
  /** Beyond what every call carries; only for servers that say they take it. */
  headers?: Record<string, string>;
}

/** What came back, whatever its status. */
export interface RawAnswer {
  readonly status: number;
  /** Parsed when it was JSON, else the text. */
  readonly data: unknown;
  readonly header: (name: string) => string | undefined;
}

/**
 * Sends a call once, as somebody or as nobody.
 * @throws ApiError when no answer came, but AbortError when `signal` was aborted
 */
export type Send = (
  name: AnyCallName,
  input: RawInput,
  bearer: string | undefined,
  signal?: AbortSignal,
) => Promise<RawAnswer>;

export const allEndpoints: Record<AnyCallName, Endpoint> = { ...endpoints, ...extraEndpoints };
