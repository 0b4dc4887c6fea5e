/** What is measured: calls of the contract, with searched values that find about as many at each size. */
import { PAGE_LIMITS, PAGE_SIZE } from '../contract/constants';
import { type CallName, endpoints } from '../contract/calls/endpoints';
import type { SearchedValues } from './searchedValues';

export interface BenchRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
  readonly type?: string;
}

export interface Operation {
  readonly name: string;
  /** Logging in is neither: what it takes is the password's hash. */
  readonly kind: 'read' | 'write' | 'login';
  readonly as: 'head' | 'manager' | 'guest';
  /** How many connections ask side by side. */
  readonly atOnce: number;
  /** No more than so many in a round. */
  readonly most?: number;
  /** It reads more where there are more referrals, as it is asked to. */
  readonly growsAsAsked?: true;
  /** Each time another one where a second would not be the same. */
  request(): BenchRequest;
}

/** Who and what is there to be asked for. */
export interface World {
  readonly siteId: string;
  readonly password: string;
  readonly usernames: readonly string[];
  readonly values: SearchedValues;
  readonly referrals: number;
}

const CONNECTIONS = 8;
/** As many hashes of passwords the server makes side by side. */
const LOGINS = 4;
/** Two operations of guests must stay below the 600 an hour beyond which referrals are set apart. */
const GUEST_ADDS = 250;
/** As deep as the smallest usual size goes: the same page at each. */
const DEEP_PAGE = 400;

let serial = 0;

export function operationsFor(world: World): readonly Operation[] {
  const { values } = world;
  const read = (name: string, as: Operation['as'], call: CallName, query: object): Operation => {
    const search = new URLSearchParams(Object.entries(query)).toString();
    const request = { ...at(call), path: `${at(call).path}${search && `?${search}`}` };
    return { name, kind: 'read', as, atOnce: CONNECTIONS, request: () => request };
  };
  const mine = (name: string, as: Operation['as'], page: number) =>
    read(name, as, 'listReferrals', { page, size: PAGE_SIZE.mine });
  const filtered = (name: string, query: object) =>
    read(name, 'head', 'filterReferrals', { page: 1, size: PAGE_SIZE.filtered, ...query });
  const add = (name: string, as: Operation['as'], more: Partial<Operation>): Operation => {
    const call = as === 'guest' ? 'addGuestReferral' : 'addReferral';
    const request = () => ({ ...at(call), ...json(newReferral(world.siteId)) });
    return { name, kind: 'write', as, atOnce: CONNECTIONS, request, ...more };
  };
  const lastPage = Math.ceil(world.referrals / PAGE_SIZE.mine);
  return [
    mine('mine, super user', 'head', 1),
    mine('mine, manager', 'manager', 1),
    {
      ...mine('mine, page 400', 'head', Math.min(DEEP_PAGE, lastPage)),
      ...(lastPage < DEEP_PAGE && { growsAsAsked: true }),
    },
    {
      ...mine('mine, last page (to 10,000)', 'head', Math.min(PAGE_LIMITS.maxPage, lastPage)),
      growsAsAsked: true,
    },
    filtered('whole name few have', { name: values.wholeName }),
    filtered('part of a name few have', { name: values.partOfName }),
    filtered('name many have', { name: 'jose' }),
    filtered('two letters', { name: 'wu' }),
    { ...filtered('five digits of a phone', { contact_number: values.phone }), growsAsAsked: true },
    filtered('tracking ID', { tracking_id: values.trackingId }),
    filtered('none found', { name: 'qqqzzz' }),
    filtered('status', { referral_status: 'Processed' }),
    read('count', 'head', 'countReferrals', {}),
    add('guest add, one at a time', 'guest', { atOnce: 1, most: GUEST_ADDS }),
    add('guest add', 'guest', { most: GUEST_ADDS }),
    add('signed-in add', 'head', {}),
    {
      name: 'login',
      kind: 'login',
      as: 'guest',
      atOnce: LOGINS,
      request: () => loginOf(world, nextOf(world.usernames)),
    },
  ];
}

/** The request that signs somebody in. */
export const loginOf = ({ password }: { password: string }, username: string): BenchRequest => ({
  ...at('login'),
  body: new URLSearchParams({ username, password }).toString(),
  type: 'application/x-www-form-urlencoded',
});

export const at = (call: CallName) => ({
  method: endpoints[call].method,
  path: `/api${endpoints[call].path}`,
});

export const json = (body: object) => ({ body: JSON.stringify(body), type: 'application/json' });

const nextOf = (names: readonly string[]) => names[(serial += 1) % names.length] ?? '';

/** Somebody who was not there before. */
function newReferral(siteId: string): object {
  serial += 1;
  const number = String(serial).padStart(7, '0');
  return {
    substance: ['Alcohol-related'],
    site: { value: siteId, label: '' },
    first_name: 'Robin',
    last_name: `Measured${serial.toString(36)}`,
    contact_number: `(555) ${number.slice(0, 3)}-${number.slice(3)}`,
    sex: 'Other',
    dob: '2005-02-28',
    notes: 'Asked to be called after school.',
  };
}
