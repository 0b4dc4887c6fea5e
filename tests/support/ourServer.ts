/** The stub of our own server, which every screen is tested against unless a test names another one. */
import { expect } from 'vitest';
import type { AnyCallName } from '../../contract/calls';
import { FEATURES } from '../../contract/calls/endpoints';
import type { Feature } from '../../contract/calls/extras';
import { PAGE_SIZE, REFERRAL_STATUSES, SETUP_STEPS } from '../../contract/staffConstants';
import type { Referral } from '../../contract/entities/referral';
import type { WorklistQuery } from '../../contract/entities/worklist';
import { ApiError } from '../../src/api/ApiError';
import { StubResponse } from './stubSend';

export interface SentInput {
  params?: { id: string };
  query?: { page?: number; size?: number };
  body?: unknown;
}
/** Response bodies of the stub server, per call. A thrown error rejects the call. */
export type Answers = Partial<Record<AnyCallName, (input: SentInput) => unknown>>;

/** Answers `meta` with these features, by default all of our server's. */
export const stubMeta = (features: readonly Feature[] = FEATURES): Answers => ({
  meta: () => ({ name: 'Referral Desk', version: '1', features }),
});

/** Our server without some of its features, like an older version. */
export const stubMetaWithout = (...missing: readonly Feature[]): Answers =>
  stubMeta(FEATURES.filter((feature) => !missing.includes(feature)));

/**
 * A backend that has the 29 calls of the specification only: it refuses the others, `meta` included.
 * The opposite of the default of `renderStaffApp` and `renderVisitorApp`.
 */
export const THIRD_PARTY_BACKEND: Answers = {
  meta: () => new StubResponse(404, { detail: 'Not Found' }),
};

/** The cursor of a row in the stub server: an opaque text, not the id of a record. */
export const cursorOf = (id: string): string => `cursor of ${id}`;

/**
 * A server without idempotency keys, like a third-party backend: a write without a response fails at once. With keys, the app
 * retries it for 90 seconds (src/referralForm/retries.test.tsx).
 */
export const WITHOUT_RETRIES: Answers = stubMetaWithout('idempotencyKeys');

/** The headers of a call that takes an idempotency key. */
export const KEYED = { 'Idempotency-Key': expect.any(String) as unknown };

/** Stubs the list of referrals, whose answer depends on the query: on its filters, its order and its page. */
export const stubQueriedList = (answer: (query: WorklistQuery) => unknown): Answers => ({
  listWorklist: ({ body }) => answer(body as WorklistQuery),
});

/**
 * Stubs the list of referrals with the same ones by any filter, in pages, and each of them by its id.
 * @param referrals a function, if they change
 */
export function stubReferralList(
  referrals: readonly Referral[] | (() => readonly Referral[]),
): Answers {
  const read = () => (typeof referrals === 'function' ? referrals() : referrals);
  return {
    ...stubQueriedList(({ page, size }) => {
      const all = read();
      const items = all.slice((page - 1) * size, page * size);
      const last = items.at(-1);
      return {
        items,
        total: all.length,
        pages: Math.ceil(all.length / size),
        counts: countsOf(all),
        ...(last && page * size < all.length && { next: cursorOf(last._id) }),
      };
    }),
    getReferral: ({ params }) => {
      const found = read().find(({ _id }) => _id === params?.id);
      if (!found) throw new ApiError('status', { status: 404, detail: 'No such referral' });
      return found;
    },
  };
}

const countsOf = (referrals: readonly Referral[]) => ({
  all: referrals.length,
  statuses: Object.fromEntries(
    REFERRAL_STATUSES.map((status) => [
      status,
      referrals.filter((referral) => referral.status === status).length,
    ]),
  ),
  mine: 0,
  nobody: referrals.length,
});

/** Stubs the list of a third-party backend, in pages of 25 referrals. */
export function stubThirdPartyList(referrals: readonly Referral[]): Answers {
  return {
    ...THIRD_PARTY_BACKEND,
    listReferrals: ({ query }) => {
      const page = query?.page ?? 1;
      const [start, end] = [(page - 1) * PAGE_SIZE.mine, page * PAGE_SIZE.mine];
      const pages = Math.ceil(referrals.length / PAGE_SIZE.mine);
      return { items: referrals.slice(start, end), pages };
    },
  };
}

/** An installation in use, without any record. Calls that are missing here are answered as done (`createStubSend`). */
export const OUR_SERVER: Answers = {
  ...stubMeta(),
  ...stubReferralList([]),
  countReferrals: () => ({ count: 0 }),
  listSites: () => [],
  listDeletedSites: () => [],
  listSiteCounts: () => [],
  listManagers: () => [],
  listOwners: () => [],
  listPendingAccounts: () => ({ items: [], total: 0, pages: 0 }),
  countHeld: () => ({ count: 0 }),
  listDeleted: () => ({ items: [], total: 0, pages: 0, days: 30 }),
  countDeleted: () => ({ count: 0, days: 30 }),
  listDuplicates: () => [],
  listSamePerson: () => ({ referrals: [], more: false }),
  countOwned: () => ({ open: 0 }),
  getHistory: () => ({ events: [], reads: null }),
  getFollowUpRules: () => ({
    time_zone: 'America/Los_Angeles',
    holidays: [],
    response_days: 1,
    failed_attempts: 3,
    may_act: false,
  }),
  listToday: () => ({
    items: [],
    total: 0,
    pages: 0,
    count: 0,
    from_before: 0,
    held: 0,
    next: null,
  }),
  countToday: () => ({ count: 0 }),
  listNotices: () => [],
  getSetup: () => ({
    dismissed: true,
    steps: SETUP_STEPS.map((code) => ({ code, done: true, missing: [] })),
  }),
  getConsents: () => ({
    consents: [],
    signer: 'person',
    askers: [{ kind: 'guest', name: null, is_filer: true, sentence: 'callUs', consent: null }],
    filer: null,
    told_level: null,
    told: [],
    others: [],
  }),
  getOwnReferral: () => ({ referral: null }),
  getLogin: () => ({ login: { holder: 'person', has_stopped: false }, copies: [] }),
  getAccounting: () => ({ from: '2023-11-30T20:00:00.000Z', entries: [] }),
  listSiteMarks: () => [],
  renewReceipt: () => ({ tracking_id: 'R-7Q4F-9K2D', code: 'AB12-CD34-EF56-GH78' }),
  lookUp: () => ({ result: 'noMatch' as const, sentence: null, consent: null }),
  askNews: () => ({ mailed: true }),
  getReader: () => ({ is_inside: true, filed: 0 }),
  listFiled: () => ({ items: [], total: 0, pages: 0 }),
  getPreferences: () => ({ owner_emails: false, morning_mail: false }),
};
