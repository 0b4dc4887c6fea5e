/** For each call beyond the specification, an input it must accept; what it works on is made for it. */
import { sql } from 'drizzle-orm';
import type { AnyCallName } from '../../contract/calls';
import type { CallName, ExtraCallName } from '../../contract/calls/endpoints';
import { rightInputs } from '../support/rightInputs';
import type { AnyInput, TestServer } from '../support/testServer';
import { referralBody, type World } from '../support/world';

const extraInputs: Partial<Record<ExtraCallName, (world: World) => Promise<AnyInput>>> = {
  listSuspected: async () => ({ query: { page: 1, size: 25 } }),
  releaseReferral: async (world) => ({ body: { id: await newSuspected(world) } }),
};

const isSpecified = (name: AnyCallName): name is CallName => Object.hasOwn(rightInputs, name);

/** An input any call accepts, those of the specification and those beyond it. */
export function inputFor(name: AnyCallName, world: World): Promise<AnyInput> {
  if (isSpecified(name)) return rightInputs[name](world);
  return extraInputs[name]?.(world) ?? Promise.resolve({});
}

/** A referral that is set apart as possible spam. */
export async function newSuspected({ server, sites, bearer }: World): Promise<string> {
  const input = { body: referralBody(sites.own) };
  const { _id } = await server.done('addReferral', input, bearer('superuser'));
  await setApart(server, _id);
  return _id;
}

async function setApart(server: TestServer, id: string): Promise<void> {
  await server.db.execute(sql`update referral set suspected = 'trap' where id = ${id}`);
}
