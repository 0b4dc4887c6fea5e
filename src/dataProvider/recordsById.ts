/** Reads and changes records by their ids, for servers without a call for several records. */
import type { DeleteManyParams, Identifier, UpdateManyParams } from 'react-admin';
import { ApiError } from '../api/ApiError';
import type { Features } from '../api/client';

const NOT_FOUND = 404;
/** Requests at the same time. */
const MAX_CONCURRENT = 4;

/** The outcome of a change of several records. */
export interface ManyResult {
  /** The ids of the records that were changed. */
  readonly data: Identifier[];
  readonly failures: readonly { readonly id: Identifier; readonly error: Error }[];
}

/** The verbs that change several records, with their outcome for each. */
export interface ManyVerbs {
  updateMany(resource: string, params: UpdateManyParams): Promise<ManyResult>;
  deleteMany(resource: string, params: DeleteManyParams): Promise<ManyResult>;
}

/** Whether the server reads one record by its id. */
export async function offersGetOne(features: Features): Promise<boolean> {
  await features.load();
  return features.offers('getOne');
}

/**
 * The record with this id among those of a list, as `getOne` answers it.
 * @throws ApiError with status 404 if there is none
 */
export function pickOne<R extends { readonly id: string }>(records: readonly R[], id: string) {
  const data = records.find((record) => record.id === id);
  if (!data) throw new ApiError('status', { status: NOT_FOUND });
  return { data };
}

/** The record that `getOne` answers; null if it does not exist, or no longer. */
export async function oneOrNull<R>(getOne: Promise<{ data: R }>): Promise<R | null> {
  try {
    return (await getOne).data;
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}

/** Answers `getMany` by `getOne`. It leaves out the records that do not exist. */
export async function getEach<R>(
  ids: readonly string[],
  getOne: (id: string) => Promise<{ data: R }>,
): Promise<{ data: R[] }> {
  const outcomes = await settleEach(ids, (id) => oneOrNull(getOne(id)));
  const data = outcomes.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  });
  return { data: data.filter((record) => record !== null) };
}

/** Changes each record. A failure does not stop the others. */
export async function changeEach(
  ids: readonly Identifier[],
  change: (id: string) => Promise<unknown>,
): Promise<ManyResult> {
  const outcomes = await settleEach(ids.map(String), change);
  return {
    data: ids.filter((_id, index) => outcomes[index]?.status === 'fulfilled'),
    failures: ids.flatMap((id, index) => {
      const outcome = outcomes[index];
      return outcome?.status === 'rejected' ? [{ id, error: outcome.reason as Error }] : [];
    }),
  };
}

/** `Promise.allSettled` with a limited number of requests at the same time. */
async function settleEach<R>(
  ids: readonly string[],
  run: (id: string) => Promise<R>,
): Promise<PromiseSettledResult<R>[]> {
  const outcomes: PromiseSettledResult<R>[] = [];
  const queue = ids.entries();
  const work = async () => {
    for (const [index, id] of queue) [outcomes[index]] = await Promise.allSettled([run(id)]);
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT }, work));
  return outcomes;
}

const isNotFound = (error: unknown) => error instanceof ApiError && error.status === NOT_FOUND;
