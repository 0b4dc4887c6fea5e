/** What a refused or failed call tells the rest of the app. It carries no part of the request: that holds a person's data. */
import { INVISIBLE_CHARACTERS } from '../../contract/constants';

export type ApiErrorKind =
  /** No answer came: offline, refused, cut off. */
  | 'network'
  /** No answer came in time. */
  | 'timeout'
  /** An answer came that is not one of the server's, such as a page of the network's own. */
  | 'unreadable'
  /** The server answered with a status outside 200–299. */
  | 'status';

export class ApiError extends Error {
  readonly kind: ApiErrorKind;
  /** The HTTP status; 0 when no answer came. */
  readonly status: number;
  /** The server's own words, when it sent a text as `detail`. */
  readonly detail: string | undefined;
  /** On a 422: for each flagged field its place, `loc` as sent (spec section 5). */
  readonly locations: readonly (readonly (string | number)[])[];
  /** On a 422: the type of the issue at each of those places; empty when the server named none. */
  readonly types: readonly string[];
  /** Seconds until another try makes sense, when the server said so. */
  readonly retryAfter: number | undefined;

  constructor(
    kind: ApiErrorKind,
    answer: {
      status?: number;
      detail?: string;
      locations?: readonly (readonly (string | number)[])[];
      types?: readonly string[];
      retryAfter?: number;
    } = {},
  ) {
    super(kind === 'status' ? `The server answered ${answer.status}` : `No answer: ${kind}`);
    this.name = 'ApiError';
    this.kind = kind;
    this.status = answer.status ?? 0;
    this.detail = answer.detail;
    this.locations = answer.locations ?? [];
    this.types = answer.types ?? [];
    this.retryAfter = answer.retryAfter;
  }
}

/**
 * Reads the body of a refusal, whatever server sent it: `detail` may be a text, a list of issues, something else, or
 * missing, and the body may be HTML from a proxy.
 */
export function readRefusal(status: number, body: unknown, retryAfter?: string): ApiError {
  const detail =
    typeof body === 'object' && body !== null && 'detail' in body ? body.detail : undefined;
  const seconds = Number(retryAfter);
  const issues = Array.isArray(detail) ? detail.flatMap(readIssue) : [];
  return new ApiError('status', {
    status,
    detail: typeof detail === 'string' ? detail : undefined,
    locations: issues.map(({ location }) => location),
    types: issues.map(({ type }) => type),
    retryAfter: retryAfter && Number.isFinite(seconds) ? seconds : undefined,
  });
}

function readIssue(item: unknown): { location: (string | number)[]; type: string }[] {
  if (typeof item !== 'object' || item === null || !('loc' in item) || !Array.isArray(item.loc)) {
    return [];
  }
  const location = item.loc.filter((part) => typeof part === 'string' || typeof part === 'number');
  return [{ location, type: 'type' in item && typeof item.type === 'string' ? item.type : '' }];
}

/**
 * The fields a 422 flags. `loc[1]` names the field (spec section 5); a server that nests its body models names it last.
 * @param known the names of the form's fields
 * @returns the flagged fields that the form knows, those among them that hold characters one cannot see, and whether anything
 * was flagged that the form does not know
 */
export function flaggedFields<Field extends string>(
  error: ApiError,
  known: readonly Field[],
): { fields: Set<Field>; invisible: Set<Field>; other: boolean } {
  const isKnown = (part: unknown): part is Field => known.includes(part as Field);
  const fields = new Set<Field>();
  const invisible = new Set<Field>();
  let other = error.locations.length === 0;
  for (const [place, location] of error.locations.entries()) {
    const field = isKnown(location[1]) ? location[1] : location.findLast(isKnown);
    if (field === undefined) other = true;
    else fields.add(field);
    if (field !== undefined && error.types[place] === INVISIBLE_CHARACTERS) invisible.add(field);
  }
  return { fields, invisible, other };
}

/** Whether the same request may well succeed a moment later: no answer came, or the server could not serve anyone. */
export function isPassing(error: unknown): boolean {
  return error instanceof ApiError && (error.kind !== 'status' || error.status >= 500);
}
