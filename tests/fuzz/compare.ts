/** Compares what each account sees on the server with the model. */
import { expect } from 'vitest';
import type { TestServer } from '../support/testServer';
import { type Model, type ModelAccount, type ModelReferral, listVisible } from './model';

const ALL = { query: { page: 1, size: 100 } };
const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);

/** Checks the latest session of each account: whether it is valid, and what the account sees. */
export async function compare(model: Model, server: TestServer): Promise<void> {
  for (const viewer of model.accounts) {
    const session = viewer.sessions.at(-1);
    if (!session) continue;
    if (session.alive) await compareView(model, viewer, session.access, server);
    else expect((await server.call('countReferrals', {}, session.access)).status).toBe(401);
  }
}

async function compareView(
  model: Model,
  viewer: ModelAccount,
  bearer: string,
  server: TestServer,
): Promise<void> {
  const expected = listVisible(model, viewer);
  if (expected === 403) {
    expect((await server.call('listReferrals', ALL, bearer)).status).toBe(403);
    return;
  }
  const { items, total } = await server.callOk('listReferrals', ALL, bearer);
  const seen = items.map((item) => ({
    id: item._id,
    status: item.status,
    notes: item.notes ?? '',
    referrer: item.user_info?.fullname,
    hasAccount: item.has_account,
  }));
  expect(seen.toSorted(byId)).toEqual(expected.map(toListItem).toSorted(byId));
  expect(total).toBe(expected.length);
  expect(await server.callOk('countReferrals', {}, bearer)).toEqual({ count: total });
  if (viewer.role === 'SUPERUSER') await compareSuperuserView(model, bearer, server);
}

/** Compares what only super users see. */
async function compareSuperuserView(
  model: Model,
  bearer: string,
  server: TestServer,
): Promise<void> {
  const held = await server.callOk('listHeld', ALL, bearer);
  const heldInModel = model.referrals.filter((each) => each.held && !each.deleted);
  expect(held.items.map(({ _id }) => _id).toSorted()).toEqual(
    heldInModel.map(({ id }) => id).toSorted(),
  );
  const { items } = await server.callOk('listAccounts', ALL, bearer);
  const accounts = items.map((item) => ({
    id: item._id,
    role: item.role,
    approved: item.approved,
    limited: item.created_referrals_only,
  }));
  const known = model.accounts.map(({ id, role, state, createdReferralsOnly }) => ({
    id,
    role,
    approved: state === 'active',
    limited: createdReferralsOnly,
  }));
  expect(accounts.toSorted(byId)).toEqual(known.toSorted(byId));
  const pending = await server.callOk('listPendingAccounts', ALL, bearer);
  expect(pending.items.map(({ _id }) => _id).toSorted()).toEqual(
    model.accounts
      .filter(({ state }) => state === 'pending')
      .map(({ id }) => id)
      .toSorted(),
  );
}

const toListItem = ({ id, status, notes, assignedTo, createdBy, account }: ModelReferral) => ({
  id,
  status,
  notes: notes ?? '',
  referrer: (assignedTo ?? createdBy)?.fullname,
  hasAccount: account !== null,
});
