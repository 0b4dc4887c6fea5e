/** For each call beyond the specification, an input it must accept; what it works on is made for it. */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { AnyCallName } from '../../contract/calls';
import type { CallName, ExtraCallName } from '../../contract/calls/endpoints';
import type { Role } from '../../contract/constants';
import { addAccount } from '../../server/features/accounts/registerRepository';
import { rightInputs } from '../support/rightInputs';
import type { AnyInput, TestServer } from '../support/testServer';
import {
  type CallerKind,
  PASSWORD,
  type Person,
  referralBody,
  signIn,
  unique,
  uniqueEmail,
  type World,
} from '../support/world';

const extraInputs: Partial<Record<ExtraCallName, (world: World) => Promise<AnyInput>>> = {
  listSuspected: async () => ({ query: { page: 1, size: 25 } }),
  releaseReferral: async (world) => ({ body: { id: await newSuspected(world) } }),
  changePassword: async () => ({
    body: { current_password: PASSWORD, new_pass: 'Calm-Orchard-41-Bridges' },
  }),
};

const isSpecified = (name: AnyCallName): name is CallName => Object.hasOwn(rightInputs, name);

/** An input any call accepts, those of the specification and those beyond it. */
export function inputFor(name: AnyCallName, world: World): Promise<AnyInput> {
  if (isSpecified(name)) return rightInputs[name](world);
  return extraInputs[name]?.(world) ?? Promise.resolve({});
}

const ROLE_OF: Readonly<Record<keyof World['people'], Role>> = {
  referral: 'REFERRAL',
  siteUser: 'SITE_USER',
  admin: 'ADMIN',
  manager: 'MANAGER',
  limited: 'MANAGER',
  superuser: 'SUPERUSER',
};

/** Who makes a call: of that kind in the world, but somebody new where the call ends all their sessions. */
export async function personFor(
  name: AnyCallName,
  world: World,
  caller: Exclude<CallerKind, 'anonymous'>,
): Promise<Person> {
  if (name !== 'changePassword') return world.people[caller];
  const { server } = world;
  const username = uniqueEmail();
  const id = randomUUID();
  await addAccount(server.db, {
    id,
    fullname: unique('New'),
    username,
    passwordHash: await server.app.passwords.hashNow(PASSWORD),
    role: ROLE_OF[caller],
    state: 'active',
    siteIds: [],
  });
  return { id, username, ...(await signIn(server, username)) };
}

/** The bearer of that caller; none for a visitor. */
export async function bearerFor(name: AnyCallName, world: World, caller: CallerKind) {
  return caller === 'anonymous' ? undefined : (await personFor(name, world, caller)).access;
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
