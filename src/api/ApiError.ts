/**
 * How an API call fails, and how a response maps to an error. An error holds no part of the request, which is personal data,
 * unless a third-party server's reason repeats it: nothing that prints or serialises an error includes the reasons.
 */
import { NOT_APPROVED_DETAIL } from '../../contract/constants';

/** A response, whatever its status. */
export interface RawResponse {
  readonly status: number;
  /** Parsed if it was JSON, else the text. */
  readonly data: unknown;
  readonly header: (name: string) => string | undefined;
}

export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** 0 without a usable response. */
  readonly status: number = 0;
  /** The server's `detail`, if it is a text. */
  readonly detail: string | undefined;
  /** On a 422: `loc` of each invalid field (spec section 5). */
  readonly locations: readonly (readonly (string | number)[])[] = [];
  /** On a 422: the type of the issue at each location; '' if the server names none. */
  readonly types: readonly string[] = [];
  /** Seconds until a retry makes sense, if the server says so. */
  readonly retryAfter: number | undefined;
  readonly #reasons: readonly string[];

  /**
   * @param kind `network`: no response (offline, refused, cut off). `timeout`: none in time. `unreadable`: a success that is not
   * the server's, such as the page of a captive portal. `status`: a status outside 200–299
   */
  constructor(
    readonly kind: 'network' | 'timeout' | 'unreadable' | 'status',
    {
      reasons = [],
      ...details
    }: Partial<
      Pick<ApiError, 'status' | 'detail' | 'locations' | 'types' | 'reasons' | 'retryAfter'>
    > = {},
  ) {
    super(kind === 'status' ? `HTTP ${details.status}` : `No usable response: ${kind}`);
    Object.assign(this, details);
    this.#reasons = reasons;
  }

  /** On a 422: the server's reason at each location; '' if it gives none. Only for the person who typed the values. */
  get reasons(): readonly string[] {
    return this.#reasons;
  }
}

/** Anything but an ApiError counts as a network error. */
export const toApiError = (thrown: unknown): ApiError =>
  thrown instanceof ApiError ? thrown : new ApiError('network');

/** Whether the server, or a proxy before it, was unavailable. The server may have carried out the request before. */
export const isUnavailable = ({ status }: ApiError): boolean => [502, 503, 504].includes(status);

/** Whether the same request may succeed a moment later: no usable response, or a server error. */
export function isTransient(error: unknown): boolean {
  return error instanceof ApiError && (error.kind !== 'status' || error.status >= 500);
}

/** On any other status, the header means something else. */
const DEFINES_RETRY_AFTER = new Set([409, 429, 503]);

/**
 * Maps a response outside 200–299, of any server: `detail` may be a text, a list of issues, something else or missing, and the
 * body may be HTML of a proxy.
 */
export function parseErrorResponse(status: number, body: unknown, retryAfter?: string): ApiError {
  const detail = readDetail(body);
  const seconds = DEFINES_RETRY_AFTER.has(status) ? Number(retryAfter || NaN) : NaN;
  const issues = Array.isArray(detail) ? detail.flatMap(parseIssue) : [];
  return new ApiError('status', {
    status,
    detail: typeof detail === 'string' ? detail : undefined,
    locations: issues.map(({ location }) => location),
    types: issues.map(({ type }) => type),
    reasons: issues.map(({ reason }) => reason),
    retryAfter: Number.isFinite(seconds) ? seconds : undefined,
  });
}

/** `detail` of a body, which may be anything. */
export const readDetail = (body: unknown): unknown =>
  (body as { detail?: unknown } | null | undefined)?.detail;

/** Whether a response says that the caller's account is not approved, or no longer. */
export const saysNotApproved = ({ data }: RawResponse): boolean =>
  readDetail(data) === NOT_APPROVED_DETAIL;

/** Longest reason shown. */
const REASON_LENGTH = 200;

function parseIssue(
  item: unknown,
): { location: (string | number)[]; type: string; reason: string }[] {
  if (typeof item !== 'object' || item === null || !('loc' in item) || !Array.isArray(item.loc)) {
    return [];
  }
  const location = item.loc.filter((part) => typeof part === 'string' || typeof part === 'number');
  const { type = '', msg = '' } = item as { type?: unknown; msg?: unknown };
  return [
    {
      location,
      type: typeof type === 'string' ? type : '',
      // FastAPI puts 'Value error, ' before a validator's own message.
      reason:
        typeof msg === 'string' ? msg.replace('Value error, ', '').slice(0, REASON_LENGTH) : '',
    },
  ];
}

/** Why a server refuses a field, if it says so. */
export interface FieldIssue {
  readonly type: string | undefined;
  readonly reason: string | undefined;
}

/**
 * The fields a 422 flags. `loc[1]` names the field (spec section 5); a server that nests its body models names it last.
 * @param known the names of the form's fields
 * @returns the flagged fields of the form with their first issue, and whether anything else was flagged
 */
export function flaggedFields<Field extends string>(
  { locations, types, reasons }: ApiError,
  known: readonly Field[],
): { fields: Map<Field, FieldIssue>; other: boolean } {
  const isKnown = (part: unknown): part is Field => known.includes(part as Field);
  const fields = new Map<Field, FieldIssue>();
  let other = locations.length === 0;
  for (const [at, location] of locations.entries()) {
    const field = isKnown(location[1]) ? location[1] : location.findLast(isKnown);
    if (field === undefined) other = true;
    else if (!fields.has(field)) fields.set(field, { type: types[at], reason: reasons[at] });
  }
  return { fields, other };
}
