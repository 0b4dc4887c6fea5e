/**
 * The requests that spec section 7 allows a client to send, written by hand. Any other request is a violation. Deliberately not
 * derived from contract/calls, which it checks.
 */

export interface ThirdPartyRequest {
  readonly method: string;
  /** Relative to the backend's base URL. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface ThirdPartyCall {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: RegExp;
  /** The query keys. All are required except those that end in '?'. */
  readonly query?: readonly string[];
  /** The body keys, one list per allowed shape. Undefined means no body. */
  readonly body?: readonly (readonly string[])[];
  readonly isForm?: true;
  /** The required access: any signed-in account, staff, a super user or a refresh token. Undefined means anyone. */
  readonly needs?: 'account' | 'staff' | 'superuser' | 'refresh';
}

const PERSON = [
  ...'substance site first_name last_name contact_number sex dob notes'.split(' '),
  ...'mediCal mediCal_county probation_name probation_phone probation_email'.split(' '),
];
const FILTERS = ['name?', 'contact_number?', 'gender?', 'referral_status?', 'tracking_id?'];
const PAGED = ['page', 'size'];

export const THIRD_PARTY_CALLS = {
  refresh: { method: 'POST', path: /^\/auth\/refresh$/, needs: 'refresh' },
  login: {
    method: 'POST',
    path: /^\/auth\/login$/,
    body: [['username', 'password', 'remember']],
    isForm: true,
  },
  register: {
    method: 'POST',
    path: /^\/auth\/register$/,
    body: [
      ['fullname', 'username', 'password', 'role', 'schools', 'agree'],
      ['username', 'password', 'schools', 'role'],
    ],
  },
  registerSuperuser: {
    method: 'POST',
    path: /^\/auth\/register\/superuser$/,
    body: [['fullname', 'username', 'password', 'role', 'schools']],
    needs: 'superuser',
  },
  registerReferral: {
    method: 'POST',
    path: /^\/auth\/register\/referral$/,
    body: [['fullname', 'username', 'password', 'role', 'schools', 'referral']],
    needs: 'superuser',
  },
  forgotPassword: { method: 'POST', path: /^\/auth\/forgot-password$/, body: [['email']] },
  checkResetToken: { method: 'GET', path: /^\/auth\/reset\/token-check$/, query: ['reset_token'] },
  resetPassword: {
    method: 'POST',
    path: /^\/auth\/reset-password$/,
    body: [['token', 'new_pass']],
  },
  listSites: { method: 'GET', path: /^\/sites\/all$/ },
  addSite: { method: 'POST', path: /^\/sites\/add$/, body: [['name']], needs: 'superuser' },
  updateSite: {
    method: 'POST',
    path: /^\/sites\/update$/,
    body: [['id', 'name']],
    needs: 'superuser',
  },
  deleteSite: {
    method: 'DELETE',
    path: /^\/sites\/delete$/,
    body: [['id', 'name']],
    needs: 'superuser',
  },
  listCounties: { method: 'GET', path: /^\/county\/all$/ },
  addReferral: { method: 'POST', path: /^\/referral\/add$/, body: [PERSON], needs: 'account' },
  addGuestReferral: { method: 'POST', path: /^\/referral\/guest\/add$/, body: [PERSON] },
  listReferrals: { method: 'GET', path: /^\/referral\/mine$/, query: PAGED, needs: 'staff' },
  filterReferrals: {
    method: 'GET',
    path: /^\/referral\/filtered$/,
    query: [...FILTERS, 'referred_by?', ...PAGED],
    needs: 'staff',
  },
  countReferrals: { method: 'GET', path: /^\/referral\/count$/, needs: 'staff' },
  updateReferral: {
    method: 'POST',
    path: /^\/referral\/update$/,
    // Without the referrer if none is chosen: a null could erase the one that the referral has.
    body: [
      ['id', 'status', 'notes', 'has_account'],
      ['id', 'status', 'notes', 'referred_by', 'has_account'],
    ],
    needs: 'superuser',
  },
  assignReferral: {
    method: 'POST',
    path: /^\/administration\/referral\/assign$/,
    body: [['user_id', 'referral_id']],
    needs: 'superuser',
  },
  deleteReferral: {
    method: 'DELETE',
    path: /^\/referral\/delete$/,
    body: [['id']],
    needs: 'superuser',
  },
  listManagers: { method: 'GET', path: /^\/accounts\/list\/manager$/, needs: 'superuser' },
  listPendingAccounts: {
    method: 'GET',
    path: /^\/accounts\/pending$/,
    query: PAGED,
    needs: 'superuser',
  },
  approveAccount: {
    method: 'POST',
    path: /^\/accounts\/approve$/,
    body: [['user_id']],
    needs: 'superuser',
  },
  listAccounts: { method: 'GET', path: /^\/accounts\/list$/, query: PAGED, needs: 'superuser' },
  searchAccounts: {
    method: 'GET',
    path: /^\/accounts\/search$/,
    query: ['query'],
    needs: 'superuser',
  },
  updateAccount: {
    method: 'POST',
    path: /^\/accounts\/update\/[^/]+$/,
    body: [['fullname', 'username', 'schools', 'created_referrals_only']],
    needs: 'superuser',
  },
  deactivateAccount: {
    method: 'POST',
    path: /^\/accounts\/deactivate\/[^/]+$/,
    needs: 'superuser',
  },
  reactivateAccount: {
    method: 'POST',
    path: /^\/accounts\/reactivate\/[^/]+$/,
    needs: 'superuser',
  },
} as const satisfies Record<string, ThirdPartyCall>;

export type ThirdPartyCallName = keyof typeof THIRD_PARTY_CALLS;
export const THIRD_PARTY_CALL_NAMES = Object.keys(THIRD_PARTY_CALLS) as ThirdPartyCallName[];

const SIZES: Partial<Record<ThirdPartyCallName, string>> = {
  listReferrals: '25',
  filterReferrals: '50',
  listPendingAccounts: '25',
  listAccounts: '25',
};

/** Headers that a browser adds or a strict server accepts, in lower case. */
const HEADERS = new Set([
  ...'accept accept-encoding accept-language authorization connection content-length'.split(' '),
  ...'content-type host origin referer user-agent transfer-encoding dnt'.split(' '),
  ...'cache-control pragma priority'.split(' '),
]);

export function callFor({ method, path }: ThirdPartyRequest): ThirdPartyCallName | undefined {
  return THIRD_PARTY_CALL_NAMES.find((name) => {
    const call = THIRD_PARTY_CALLS[name];
    return call.method === method && call.path.test(path);
  });
}

/** Describes how a request deviates from the specification, without repeating submitted values. */
export function findViolations(name: ThirdPartyCallName, request: ThirdPartyRequest): string[] {
  const call: ThirdPartyCall = THIRD_PARTY_CALLS[name];
  const found: string[] = [];
  const keys = [...request.query.keys()];
  const allowed = (call.query ?? []).map((key) => key.replace('?', ''));
  const needed = (call.query ?? []).filter((key) => !key.endsWith('?'));
  for (const key of keys) if (!allowed.includes(key)) found.push(`query key ${key}`);
  for (const key of needed) if (!keys.includes(key)) found.push(`query without ${key}`);
  const size = SIZES[name];
  if (size && request.query.get('size') !== size) found.push(`size ${request.query.get('size')}`);

  for (const header of Object.keys(request.headers)) {
    if (!HEADERS.has(header) && !header.startsWith('sec-')) found.push(`header ${header}`);
  }
  return [...found, ...bodyViolations(call, request)].map((what) => `${name}: ${what}`);
}

function bodyViolations(call: ThirdPartyCall, { headers, body }: ThirdPartyRequest): string[] {
  const type = headers['content-type'] ?? '';
  if (!call.body) return body === '' ? [] : ['a body'];
  const wanted = call.isForm ? 'application/x-www-form-urlencoded' : 'application/json';
  if (!type.startsWith(wanted)) return [`content type ${type}`];
  const sent = Object.keys(
    call.isForm ? Object.fromEntries(new URLSearchParams(body)) : parse(body),
  );
  const isAllowed = call.body.some(
    (shape) => shape.length === sent.length && shape.every((key) => sent.includes(key)),
  );
  return isAllowed ? [] : [`body with ${sent.toSorted().join(', ')}`];
}

export function parse(body: string): Record<string, unknown> {
  return JSON.parse(body) as Record<string, unknown>;
}
