import type {
  DeleteManyParams,
  DeleteParams,
  GetListParams,
  GetManyParams,
  GetOneParams,
  UpdateManyParams,
  UpdateParams,
} from 'react-admin';
import type { LoginHolder } from '../../contract/consent';
import type { CallInput } from '../../contract/calls';
import { PAGE_SIZE } from '../../contract/staffConstants';
import type { Referral, ReferralFilters } from '../../contract/entities/referral';
import type { WorklistCounts } from '../../contract/entities/worklist';
import type { Api, Features } from '../api/client';
import { RESOURCES } from '../app/routes';
import { getPage } from './page';
import { changeEach, getEach, offersGetOne, oneOrNull, pickOne } from './recordsById';
import { filledIn, toWorklistQuery, type WorklistFilter, worklistPageSize } from './worklist';

/** A referral with the `id` that react-admin needs. */
export type ReferralRecord = Referral & { id: string };

/** What the status dialog changes (spec section 6); `referred_by` is a manager's id, null when none was chosen. */
export type ReferralChange = Pick<Referral, 'status' | 'notes'> & { referred_by: string | null };

/** What `saveReferral` sets: only what is given. */
export type ReferralSave = Omit<CallInput<'saveReferral'>['body'], 'id'>;

export interface NewLogin {
  readonly username: string;
  readonly password: string;
}

/** A login for a referral, and whose it is: undefined for a server that does not ask. */
export interface ReferralLogin extends NewLogin {
  readonly holder?: LoginHolder | undefined;
}

const DATE_WITH_TIME = /^(\d{4}-\d{2}-\d{2})[T ].*/;

/**
 * The record of a referral. Fields that another server leaves out get a default, so that one referral does not break the whole
 * list; of a date of birth with a time, the date stays.
 */
export function toReferralRecord(referral: Referral): ReferralRecord {
  const { dob, site, substance } = referral as { [K in keyof Referral]: unknown };
  return {
    ...referral,
    id: referral._id,
    dob: typeof dob === 'string' ? dob.replace(DATE_WITH_TIME, '$1') : '',
    site: site ? referral.site : { value: '', label: '' },
    substance: Array.isArray(substance) ? referral.substance : [],
  };
}

/** Records per page: more when filtered (spec section 9). */
export function referralPageSize(filters: ReferralFilters): number {
  return Object.keys(filledIn(filters)).length > 0 ? PAGE_SIZE.filtered : PAGE_SIZE.mine;
}

/** The `meta` of `updateMany` and `deleteMany`: the records as the caller has them, such as the selected rows of a list. */
export interface ReferralManyMeta {
  readonly records?: readonly ReferralRecord[];
}

/** The `meta` of `delete`: why, where the server offers 'deleted'. */
export type DeletionMeta = Omit<CallInput<'deleteReferral'>['body'], 'id'>;

/** The `meta` of a list's request: `next` of the page before, if the page follows it directly. */
interface WorklistParamsMeta {
  readonly after?: string;
}

/** The `meta` of a list's answer where the server offers 'worklist'. */
export interface WorklistMeta {
  /**
   * The numbers on the tabs; null if there are too many to count. A newer server may count more statuses, another one fewer.
   */
  readonly counts: Partial<WorklistCounts> | null;
  /** The cursor after the last row; absent if there are no rows, and from an older server. */
  readonly next?: string;
}

async function offersWorklist(features: Features): Promise<boolean> {
  await features.load();
  return features.offers('worklist');
}

/**
 * | verb       | call                                                                          |
 * | ---------- | ----------------------------------------------------------------------------- |
 * | getList    | listReferrals `?page&size=25`, newest first by the server;                     |
 * |            | with a filter filterReferrals `?…&page&size=50`;                               |
 * |            | where the server offers 'worklist', listWorklist `{…, sort, order, page, size}`|
 * |            | with `after` of `meta`; the answer's `counts` and `next` are in its `meta`     |
 * | getOne     | getReferral; where the server has no such call, getList: with                  |
 * |            | `meta: { tracking_id }` filtered by it, else the first page                    |
 * | getMany    | getOne for each; leaves out the records that do not exist                      |
 * | update     | updateReferral `{id, status, notes, referred_by, has_account}`;               |
 * |            | without `referred_by` if no manager is chosen                                 |
 * | updateMany | update for each, of the records in `meta: { records }`; reads one not in there |
 * | delete     | deleteReferral `{id}`, with the reason of `meta`                               |
 * | deleteMany | delete for each, with the version of the records in `meta: { records }`        |
 * | count      | countReferrals                                                                |
 */
export function referralProvider(api: Api, features: Features) {
  const getWorklist = async ({ filter = {}, sort, meta, signal, ...params }: GetListParams) => {
    const size = worklistPageSize(filter as WorklistFilter);
    const { after } = (meta ?? {}) as WorklistParamsMeta;
    let own: WorklistMeta = { counts: null };
    const read = async (paging: { page: number; size: number }) => {
      const body = {
        ...toWorklistQuery(filter as WorklistFilter, sort),
        ...paging,
        ...(after !== undefined && { after }),
      } as CallInput<'listWorklist'>['body'];
      const answer = await api.call('listWorklist', { body }, { signal });
      const { counts, next } = answer;
      own = { counts: counts ?? null, ...(next !== undefined && { next }) };
      return answer;
    };
    const page = await getPage(params, size, read, toReferralRecord);
    return { ...page, meta: { ...page.meta, ...own } };
  };

  const getList = async (listParams: GetListParams) => {
    if (await offersWorklist(features)) return getWorklist(listParams);
    const { filter = {}, signal, ...params } = listParams;
    const filters = filledIn(filter as ReferralFilters);
    const size = referralPageSize(filters);
    const call = size === PAGE_SIZE.mine ? 'listReferrals' : 'filterReferrals';
    return getPage(
      params,
      size,
      (paging) => api.call(call, { query: { ...filters, ...paging } }, { signal }),
      toReferralRecord,
    );
  };

  const getOne = async ({ id, meta, signal }: GetOneParams<ReferralRecord>) => {
    if (await offersGetOne(features)) {
      const referral = await api.call('getReferral', { params: { id } }, { signal });
      return { data: toReferralRecord(referral) };
    }
    const { tracking_id } = (meta ?? {}) as Partial<ReferralRecord>;
    return pickOne((await getList({ filter: { tracking_id }, signal })).data, id);
  };

  /** The response has no record: it is built from what was sent. */
  const update = async ({
    id,
    data,
    previousData,
  }: UpdateParams<ReferralRecord & ReferralChange>) => {
    const { status, notes, referred_by } = data;
    const { has_account, version } = previousData;
    // Another server may take `null` for nobody, and remove the referrer.
    const body = { id, status, notes, ...(referred_by && { referred_by }), has_account };
    await api.call('updateReferral', { body }, { version });
    return { data: { ...previousData, status, notes } };
  };

  const remove = async ({ id, previousData, meta }: DeleteParams<ReferralRecord>) => {
    const body = { id, ...(meta as DeletionMeta | undefined) };
    await api.call('deleteReferral', { body }, { version: previousData?.version });
    return { data: previousData ?? { id } };
  };

  const knownIn = (meta: unknown, id: string) =>
    (meta as ReferralManyMeta | undefined)?.records?.find((record) => record.id === id);

  const referrals = {
    getList,
    getOne,
    getMany: ({ ids, signal }: GetManyParams<ReferralRecord>) =>
      getEach(ids, (id) => getOne({ id, signal })),
    update,
    updateMany: ({ ids, data, meta }: UpdateManyParams<ReferralChange>) =>
      changeEach(ids, async (id) => {
        const record = knownIn(meta, id) ?? (await getOne({ id })).data;
        const { status, notes } = record;
        const previousData = { ...record, referred_by: null };
        return update({ id, data: { status, notes, ...data }, previousData });
      }),
    delete: remove,
    deleteMany: ({ ids, meta }: DeleteManyParams<ReferralRecord>) =>
      changeEach(ids, (id) => remove({ id, previousData: knownIn(meta, id) })),
    async count({ signal }: { signal?: AbortSignal }) {
      return { data: await api.call('countReferrals', {}, { signal }) };
    },
  };

  const methods = {
    /** Reads a referral again, even if the list no longer has it; null if it no longer exists. */
    readReferral: ({ id, tracking_id }: ReferralRecord) =>
      oneOrNull(getOne({ id, meta: { tracking_id } })),

    /** Saves what is set in the dialog of a referral, all or nothing; where the server offers 'saveReferral'. */
    async saveReferral({ id, version }: ReferralRecord, change: ReferralSave) {
      return { data: await api.call('saveReferral', { body: { id, ...change } }, { version }) };
    },

    /** Makes a manager the referrer of a referral (spec section 6). */
    async assign({ id, version }: ReferralRecord, managerId: string) {
      const body = { user_id: managerId, referral_id: id };
      return { data: await api.call('assignReferral', { body }, { version }) };
    },

    /** Adds a login for the person of a referral (spec section 3, "New referral account payload"). */
    async createLogin(referral: ReferralRecord, { username, password, holder }: ReferralLogin) {
      const { first_name, last_name, site } = referral;
      const body = {
        fullname: `${first_name} ${last_name}`,
        username,
        password,
        role: 'REFERRAL' as const,
        schools: [{ id: site.value, site: site.label }],
        referral: referral.id,
        ...(holder && { holder }),
      };
      return { data: await api.call('registerReferral', { body }) };
    },
  };

  return { resources: { [RESOURCES.referrals]: referrals }, methods };
}
