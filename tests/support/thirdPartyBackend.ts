/**
 * An in-memory third-party backend in FastAPI style, with the 29 calls of the specification and nothing else. It records every
 * request and every deviation from the specification.
 */
import {
  detail,
  type Failure,
  type ThirdPartyResponse,
  invalid,
  json,
  OK,
} from './thirdPartyBackendResponses';
import {
  callFor,
  THIRD_PARTY_CALLS,
  type ThirdPartyCall,
  type ThirdPartyCallName,
  type ThirdPartyRequest,
  parse,
  findViolations,
} from './thirdPartyBackendCalls';
import {
  THIRD_PARTY_COUNTIES,
  THIRD_PARTY_SITES,
  type ThirdPartyAccount,
  makeThirdPartyAccounts,
  filterReferrals,
  makeThirdPartyReferral,
  formatAccount,
  type ThirdPartyReferral,
  makeSampleReferral,
} from './thirdPartyBackendRecords';
import { createThirdPartyTokens } from './thirdPartyBackendTokens';

export interface ThirdPartyBackendOptions {
  /** The member of the token payload that holds the user. */
  readonly subjectIn?: 'subject' | 'sub';
  /** The members of a page besides `items`. */
  readonly pages?: 'all' | 'pages only' | 'no pages' | 'items only';
  /** The status for an invalid reset link. */
  readonly invalidLink?: 200 | 400;
  readonly referrals?: number;
  /** Whether a refresh token works only once, without a grace period. */
  readonly rotatesStrictly?: boolean;
}

export function createThirdPartyBackend({
  subjectIn = 'subject',
  pages = 'all',
  invalidLink = 400,
  referrals: count = 3,
  rotatesStrictly = false,
}: ThirdPartyBackendOptions = {}) {
  const requests: ThirdPartyRequest[] = [];
  const violations: string[] = [];
  const failures = new Map<ThirdPartyCallName, Failure>();
  const called: ThirdPartyCallName[] = [];
  const accounts = makeThirdPartyAccounts();
  /** The ids of accounts that wait for no approval although they are not approved; no answer tells. */
  const deactivated = new Set<string>();
  const sites = THIRD_PARTY_SITES.map((site) => ({ ...site }));
  let referrals: ThirdPartyReferral[] = Array.from({ length: count }, (_, index) =>
    makeSampleReferral(count - index),
  );
  const tokens = createThirdPartyTokens(subjectIn);
  const { pair } = tokens;

  const page = (items: readonly object[], { query }: ThirdPartyRequest): ThirdPartyResponse => {
    const number = Number(query.get('page'));
    const size = Number(query.get('size'));
    const total = items.length;
    const all = {
      items: items.slice((number - 1) * size, number * size),
      ...(pages !== 'pages only' && pages !== 'items only' && { total, page: number, size }),
      ...(pages !== 'no pages' && pages !== 'items only' && { pages: Math.ceil(total / size) }),
    };
    return json(200, all);
  };
  const findAccount = ({ path }: ThirdPartyRequest) =>
    accounts.find(({ _id }) => _id === decodeURIComponent(path.split('/').at(-1) ?? ''));

  const addReferral = (request: ThirdPartyRequest, by: ThirdPartyAccount | undefined) => {
    const sent = parse(request.body);
    const isProbation = (sent.site as { label?: string } | null)?.label === 'Probation Referral';
    const required = ['first_name', 'last_name', 'contact_number', 'dob'].concat(
      isProbation ? ['mediCal', 'mediCal_county', 'probation_name', 'probation_email'] : [],
    );
    const missing = required.filter((field) => !sent[field]);
    if (missing.length > 0) return invalid(missing, sent);
    const added = makeThirdPartyReferral(referrals.length + 1, sent);
    referrals = [{ ...added, user_info: by ? { fullname: by.fullname } : null }, ...referrals];
    return OK;
  };
  const changeReferral = (id: unknown, change: Partial<ThirdPartyReferral>) => {
    if (!referrals.some(({ _id }) => _id === id)) return detail(404, 'Not Found');
    referrals = referrals.map((each) => (each._id === id ? { ...each, ...change } : each));
    return OK;
  };
  const addAccount = (request: ThirdPartyRequest, role: string, approved: boolean) => {
    const sent = parse(request.body) as unknown as Omit<ThirdPartyAccount, 'fullname'> & {
      fullname?: string;
    };
    if (accounts.some(({ username }) => username === sent.username)) {
      return detail(400, 'User with this email already exists in the old system');
    }
    const _id = `64f1c0ffee0000000000b${100 + accounts.length}`;
    const { fullname = sent.username, username, password, schools } = sent;
    const limits = { approved, created_referrals_only: false };
    accounts.push({ _id, fullname, username, password, role, schools, ...limits });
    return OK;
  };
  const changeAccount = (request: ThirdPartyRequest, change: Partial<ThirdPartyAccount>) => {
    const account = findAccount(request);
    if (!account) return detail(404, 'Not Found');
    Object.assign(account, change);
    return OK;
  };

  const handlers: Record<
    ThirdPartyCallName,
    (request: ThirdPartyRequest, by: ThirdPartyAccount | undefined) => ThirdPartyResponse
  > = {
    refresh: (_request, by) => (by ? json(200, pair(by)) : detail(401, 'Not authenticated')),
    login: (request) => {
      const sent = new URLSearchParams(request.body);
      const found = accounts.find(({ username }) => username === sent.get('username'));
      if (found?.password !== sent.get('password')) return detail(400, 'LOGIN_BAD_CREDENTIALS');
      if (!found.approved) return detail(400, 'not_approved');
      return json(200, { ...pair(found), user: formatAccount(found) });
    },
    register: (request, by) => {
      const role = String(parse(request.body).role);
      const bySuperuser = by?.role === 'SUPERUSER';
      if (!bySuperuser && role !== 'MANAGER') return detail(403, 'Forbidden');
      return addAccount(request, role, bySuperuser);
    },
    registerSuperuser: (request) => addAccount(request, 'SUPERUSER', true),
    registerReferral: (request) => {
      const answer = addAccount(request, 'REFERRAL', true);
      if (answer.status === 200)
        changeReferral(parse(request.body).referral, { has_account: true });
      return answer;
    },
    forgotPassword: () => json(200, null),
    checkResetToken: ({ query }) =>
      query.get('reset_token') === 'good-link' ? OK : detail(invalidLink, 'invalid_token'),
    resetPassword: (request) =>
      parse(request.body).token === 'good-link' ? OK : detail(400, 'invalid_token'),
    listSites: () => json(200, sites),
    addSite: (request) => {
      const name = String(parse(request.body).name);
      if (sites.some((site) => site.name === name)) return detail(400, `Site exists: see the list`);
      sites.push({ _id: `64f1c0ffee0000000000a${100 + sites.length}`, name, __v: 0, region: null });
      return OK;
    },
    updateSite: (request) => {
      const { id, name } = parse(request.body);
      const site = sites.find(({ _id }) => _id === id);
      if (!site) return detail(404, 'Not Found');
      site.name = String(name);
      return OK;
    },
    deleteSite: (request) => {
      const index = sites.findIndex(({ _id }) => _id === parse(request.body).id);
      if (index === -1) return detail(404, 'Not Found');
      sites.splice(index, 1);
      return json(200, null);
    },
    listCounties: () => json(200, THIRD_PARTY_COUNTIES),
    addReferral,
    addGuestReferral: (request) => addReferral(request, undefined),
    listReferrals: (request) => page(referrals, request),
    filterReferrals: (request) => page(filterReferrals(referrals, request.query), request),
    countReferrals: () => json(200, { count: referrals.length, cached: true }),
    updateReferral: (request) => {
      const { id, status, notes } = parse(request.body);
      return changeReferral(id, {
        status: String(status),
        notes: typeof notes === 'string' ? notes : '',
      });
    },
    assignReferral: (request) => {
      const { user_id, referral_id } = parse(request.body);
      const manager = accounts.find(({ _id }) => _id === user_id);
      if (!manager) return detail(404, 'Not Found');
      return changeReferral(referral_id, { user_info: { fullname: manager.fullname } });
    },
    deleteReferral: (request) => {
      const { id } = parse(request.body);
      const before = referrals.length;
      referrals = referrals.filter(({ _id }) => _id !== id);
      return referrals.length < before ? OK : detail(404, 'Not Found');
    },
    listManagers: () =>
      json(
        200,
        accounts.filter(({ role, approved }) => role === 'MANAGER' && approved).map(formatAccount),
      ),
    listPendingAccounts: (request) =>
      page(
        accounts
          .filter(({ _id, approved }) => !approved && !deactivated.has(_id))
          .map(formatAccount),
        request,
      ),
    approveAccount: (request) => {
      const account = accounts.find(({ _id }) => _id === parse(request.body).user_id);
      if (!account) return detail(404, 'Not Found');
      account.approved = true;
      return OK;
    },
    listAccounts: (request) => page(accounts.map(formatAccount), request),
    searchAccounts: ({ query }) => {
      const text = (query.get('query') ?? '').toLowerCase();
      const found = accounts.filter(({ fullname }) => fullname.toLowerCase().includes(text));
      return json(200, found.map(formatAccount));
    },
    updateAccount: (request) => changeAccount(request, parse(request.body)),
    deactivateAccount: (request) => {
      const account = findAccount(request);
      if (account) deactivated.add(account._id);
      return changeAccount(request, { approved: false });
    },
    reactivateAccount: (request) => changeAccount(request, { approved: true }),
  };

  const handle = (request: ThirdPartyRequest): Failure => {
    requests.push(request);
    const { method, path } = request;
    // FastAPI redirects a trailing slash. The request body is lost.
    if (path.endsWith('/'))
      return { status: 307, headers: { location: path.slice(0, -1) }, body: '' };
    const name = callFor(request);
    if (!name) {
      // The only request beyond the specification that a client may make.
      if (method !== 'GET' || path !== '/meta') violations.push(`${method} ${path}`);
      return detail(404, 'Not Found');
    }
    called.push(name);
    violations.push(...findViolations(name, request));
    const failure = failures.get(name);
    if (failure) return failure;

    const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
    const { needs }: ThirdPartyCall = THIRD_PARTY_CALLS[name];
    const by = tokens.holder(bearer ?? '', needs === 'refresh' ? 'refresh' : 'access');
    if (needs === 'refresh' && rotatesStrictly) tokens.end(bearer ?? '');
    if (needs && !by) {
      return json(401, { detail: 'Not authenticated' }, { 'www-authenticate': 'Bearer' });
    }
    const isStaff = by?.role === 'SUPERUSER' || (needs === 'staff' && by?.role === 'MANAGER');
    if ((needs === 'staff' || needs === 'superuser') && !isStaff) return detail(403, 'Forbidden');
    return handlers[name](request, by);
  };

  return {
    handle,
    requests: requests as readonly ThirdPartyRequest[],
    /** Deviations from the specification. */
    violations: violations as readonly string[],
    /** The names of the calls made so far. */
    called: called as readonly ThirdPartyCallName[],
    accounts: accounts as readonly ThirdPartyAccount[],
    sites: sites as readonly { name: string }[],
    referrals: () => referrals as readonly ThirdPartyReferral[],
    /** Issues tokens for an account without a password. */
    tokensFor: (fullname: string) => {
      const found = accounts.find((account) => account.fullname === fullname);
      if (!found) throw new Error(`No account is named ${fullname}`);
      return pair(found);
    },
    expireTokens: tokens.expire,
    fail: (name: ThirdPartyCallName, failure: Failure) => void failures.set(name, failure),
    clearFailures: () => failures.clear(),
  };
}
export type ThirdPartyBackend = ReturnType<typeof createThirdPartyBackend>;
