/** Failure responses of a backend or of a proxy in front of it (spec section 8). They may repeat submitted values. */
import type { Failure } from './thirdPartyBackendResponses';

/** A submitted value that a server repeats. It must not be shown, stored or logged. */
export const PLANTED = 'planted-input-of-a-person';

const json = (status: number, value: unknown): Failure => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
});
const issue = (loc: unknown, more = {}) => ({
  type: 'value_error',
  loc,
  msg: `Value error, ${PLANTED}`,
  input: { first_name: PLANTED },
  ...more,
});

export const FAILURES: Readonly<Record<string, Failure>> = {
  'a list about a field nobody knows': json(422, { detail: [issue(['body', 'planted'])] }),
  'a list about the whole body': json(422, { detail: [issue(['body'])] }),
  'a list about a place in the body': json(422, { detail: [issue(['body', 5])] }),
  'a list without places': json(422, { detail: [{ msg: PLANTED }, null, 7, PLANTED] }),
  'a list with odd places': json(422, { detail: [issue(null), issue('first_name'), issue([{}])] }),
  'an empty list': json(422, { detail: [] }),
  'an object': json(400, { detail: { code: 'bad', input: PLANTED } }),
  'no detail': json(400, { message: PLANTED }),
  null: json(400, { detail: null }),
  'a number': json(409, { detail: 7 }),
  'nothing but null': json(400, null),
  'a bare list': json(400, [PLANTED]),
  'broken JSON': {
    status: 400,
    headers: { 'content-type': 'application/json' },
    body: `{"detail": "${PLANTED}`,
  },
  'a page of a proxy': {
    status: 502,
    headers: { 'content-type': 'text/html' },
    body: `<!doctype html><title>Bad Gateway</title><p>${PLANTED}`,
  },
  'a plain text': {
    status: 500,
    headers: { 'content-type': 'text/plain' },
    body: 'Internal Server Error',
  },
  'an empty 503': { status: 503, body: '' },
  'too many': json(429, { detail: 'slow down' }),
  'not there': json(404, { detail: 'Not Found' }),
  forbidden: json(403, { detail: { input: PLANTED } }),
  'the page of a captive portal': {
    status: 200,
    headers: { 'content-type': 'text/html' },
    body: `<!doctype html><title>Welcome to our Wi-Fi</title><p>${PLANTED}`,
  },
  'no answer': 'network',
};
