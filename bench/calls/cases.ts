/** The measured cases: calls of the contract, with search values that find about as many rows at each size. */
import { SEXES, SUBSTANCES } from '../../contract/constants';
import { PAGE_LIMITS, PAGE_SIZE } from '../../contract/staffConstants';
import type { AnyCallName } from '../../contract/calls';
import { createLists } from './upperBounds/bestLists';
import {
  buildCountStatement,
  buildListStatements,
  buildSearchStatements,
  type Found,
  type ListQuery,
  hasTrackingId,
  isBornOn,
  nameContains,
  phoneContains,
  phoneOrTrackingContains,
} from './upperBounds/bestStatements';
import {
  type BenchRequest,
  createLoginRequest,
  createRequest,
  nextSerial,
  type Send,
  signIn,
} from '../harness/requests';
import type { SearchValues } from '../harness/searchValues';

export interface Case {
  readonly name: string;
  /** A login is neither read nor write: its cost is the hash of the password. */
  readonly kind: 'read' | 'write' | 'login';
  readonly as: 'superuser' | 'manager' | 'guest';
  /** Number of concurrent connections. */
  readonly connections: number;
  /** Maximum number of requests in a round. */
  readonly maxRequests?: number;
  /** Whether it requests more rows if there are more referrals. */
  readonly requestsMoreRows?: boolean;
  /** Creates the request; a different one each time if a repeat would behave differently. */
  request(bearer?: string): BenchRequest;
  /**
   * Builds equivalent statements that return the content of our server's response to a read; absent if no such statement is
   * known.
   */
  readonly best?: ((found: Found) => readonly string[]) | undefined;
}

/** The data that the cases refer to. */
export interface CaseData {
  /** The sites of the managers; referrals are added at the first. */
  readonly siteIds: readonly string[];
  /** The first of all sites by name. */
  readonly firstSiteId: string;
  readonly values: SearchValues;
  readonly referrals: number;
  /** The cursor after the worklist's first page, and the same as a condition for the best statement. */
  readonly next: { readonly after: string; readonly where: string };
}

/** Their password is the super user's. */
export const MANAGERS = [1, 2, 3, 4].map((number) => `measured${number}@bench.example.org`);
const CONNECTIONS = 8;
/** As many as the password hashes that the server computes concurrently. */
const LOGINS = 4;
/** Maximum for each of two cases: beyond 600 guest referrals an hour, the server holds them. */
const GUEST_ADDS = 250;
/** The last page of the smallest usual size, so that every size measures the same page. */
const DEEP_PAGE = 400;

export function createCases({
  values,
  siteIds,
  firstSiteId,
  referrals,
  next,
}: CaseData): readonly Case[] {
  const [siteId = ''] = siteIds;
  const lists = createLists(siteIds, firstSiteId);
  const read = (
    name: string,
    as: Case['as'],
    call: AnyCallName,
    query: object,
    best: Case['best'],
  ): Case => {
    const search = new URLSearchParams(Object.entries(query)).toString();
    const request = (bearer?: string) => createRequest(call, { search, bearer });
    return { name, kind: 'read', as, connections: CONNECTIONS, request, best };
  };
  const mine = (name: string, as: 'superuser' | 'manager', page: number) => {
    const size = PAGE_SIZE.mine;
    const best = () => buildListStatements({ ...lists[as], tabs: undefined, page, size });
    return read(name, as, 'listReferrals', { page, size }, best);
  };
  const filtered = (name: string, query: object, best: Case['best']) => {
    const page = { page: 1, size: PAGE_SIZE.filtered };
    return read(name, 'superuser', 'filterReferrals', { ...page, ...query }, best);
  };
  const search = (name: string, query: object, match: string) =>
    filtered(name, query, (found) => buildSearchStatements(match, PAGE_SIZE.filtered, found));
  const named = (name: string, text: string) => search(name, { name: text }, nameContains(text));
  const worklist = (
    as: Case['as'],
    name: string,
    query: object = {},
    list?: Omit<ListQuery, 'size'>,
  ): Case => {
    const size = PAGE_SIZE.filtered;
    const json = { size, ...query };
    const request = (bearer?: string) => createRequest('listWorklist', { json, bearer });
    const best = list && (() => buildListStatements({ ...list, size }));
    return { name: `worklist, ${name}`, kind: 'read', as, connections: CONNECTIONS, request, best };
  };
  const searched = (name: string, query: object, match: string): Case => ({
    ...worklist('superuser', name, query),
    best: (found) => buildSearchStatements(match, PAGE_SIZE.filtered, found),
  });
  const similar = (as: Case['as'], name: string, q: string): Case => {
    const request = (bearer?: string) => createRequest('listSimilarNames', { json: { q }, bearer });
    return { name, kind: 'read', as, connections: CONNECTIONS, request };
  };
  const add = (name: string, as: Case['as'], more: Partial<Case> = {}): Case => {
    const call = as === 'guest' ? 'addGuestReferral' : 'addReferral';
    const request = (bearer?: string) => createRequest(call, { json: newReferral(siteId), bearer });
    return { name, kind: 'write', as, connections: CONNECTIONS, request, ...more };
  };
  const last = Math.ceil(referrals / PAGE_SIZE.mine);
  const deep = mine('mine, page 400', 'superuser', Math.min(DEEP_PAGE, last));
  const end = mine('mine, last page (to 10,000)', 'superuser', Math.min(PAGE_LIMITS.maxPage, last));
  const digits = { contact_number: values.phone };
  const phone = search('five digits of a phone', digits, phoneContains(values.phone));
  const waiting = { sort: 'waiting', referral_status: 'Pending' };
  const byName = { sort: 'name', order: 'asc' };
  const listed = values.wholeName.split(' ').toReversed().join(', ');
  const lastFour = values.wholePhone.slice(-4);
  let logins = 0;
  return [
    mine('mine, super user', 'superuser', 1),
    mine('mine, manager', 'manager', 1),
    { ...deep, requestsMoreRows: last < DEEP_PAGE },
    { ...end, requestsMoreRows: true },
    named('whole name few have', values.wholeName),
    named('part of a name few have', values.partOfName),
    named('name many have', 'jose'),
    named('two letters', 'wu'),
    { ...phone, requestsMoreRows: true },
    search('tracking ID', { tracking_id: values.trackingId }, hasTrackingId(values.trackingId)),
    named('none found', 'qqqzzz'),
    filtered('status', { referral_status: 'Processed' }, () =>
      buildListStatements({ ...lists.processed, size: PAGE_SIZE.filtered }),
    ),
    read('count', 'superuser', 'countReferrals', {}, () => [buildCountStatement('')]),
    worklist('superuser', 'super user', {}, lists.superuser),
    worklist('manager', 'manager', {}, lists.manager),
    worklist('superuser', 'longest waiting', waiting, lists.waiting),
    worklist('manager', "manager's longest waiting", waiting, lists.waitingAtSites),
    worklist('superuser', 'by name', byName, lists.byName),
    worklist('manager', "manager's by name", byName, lists.byNameAtSites),
    worklist('superuser', 'longest waiting, all', { sort: 'waiting' }, lists.waitingInAll),
    worklist('superuser', 'by site', { sort: 'site', order: 'asc' }, lists.bySite),
    worklist(
      'superuser',
      'next page',
      { page: 2, after: next.after },
      { ...lists.superuser, where: next.where },
    ),
    worklist('superuser', 'a site', { site: siteId }, lists.atSite),
    searched('a period', { from: values.from }, `entry_date >= '${values.from}'`),
    searched(
      'a substance',
      { substance: 'Opioid-related' },
      "substance @> array['Opioid-related']",
    ),
    searched('q, a name few have', { q: values.wholeName }, nameContains(values.wholeName)),
    searched('q, a name many have', { q: 'jose' }, nameContains('jose')),
    searched("q, 'Last, First'", { q: listed }, nameContains(values.wholeName)),
    searched('q, a phone', { q: values.wholePhone }, phoneContains(values.wholePhone)),
    {
      ...searched('q, last four', { q: lastFour }, phoneOrTrackingContains(lastFour)),
      requestsMoreRows: true,
    },
    searched('q, a birth date', { q: values.birthDate }, isBornOn(values.birthDate)),
    searched(
      'q, a name and a birth date',
      { q: `${values.lastName} ${values.birthDate}` },
      isBornOn(values.birthDate, values.lastName),
    ),
    searched('q, a tracking ID', { q: values.trackingId }, hasTrackingId(values.trackingId)),
    similar('superuser', 'similar names', values.wholeName.slice(1)),
    similar('manager', "manager's similar names", values.wholeName.slice(1)),
    worklist('superuser', 'by status', { sort: 'status', order: 'asc' }),
    worklist('superuser', 'owned by nobody', { owner: 'nobody', ...byName }, lists.ofNobody),
    add('guest add, one at a time', 'guest', { connections: 1, maxRequests: GUEST_ADDS }),
    add('guest add', 'guest', { maxRequests: GUEST_ADDS }),
    add('signed-in add', 'superuser'),
    {
      name: 'login',
      kind: 'login',
      as: 'guest',
      connections: LOGINS,
      request: () => createLoginRequest(MANAGERS[(logins += 1) % MANAGERS.length]),
    },
  ];
}

/** Signs in the callers of the cases. @returns their access tokens */
export async function signInAll(send: Send): Promise<Record<Case['as'], string | undefined>> {
  return {
    superuser: await signIn(send),
    manager: await signIn(send, MANAGERS[0]),
    guest: undefined,
  };
}

/** Creates a referral for a new person. */
function newReferral(siteId: string): object {
  const serial = nextSerial();
  const number = String(serial).padStart(7, '0');
  return {
    // Varied as in the seed: filters find a part of what the run has added.
    substance: [SUBSTANCES[serial % SUBSTANCES.length]?.name],
    site: { value: siteId, label: '' },
    first_name: 'Robin',
    last_name: `Measured${serial.toString(36)}`,
    contact_number: `(555) ${number.slice(0, 3)}-${number.slice(3)}`,
    sex: SEXES[serial % SEXES.length],
    dob: '2005-02-28',
    notes: 'Asked to be called after school.',
  };
}
