/** Starting a session, tested with a kind of proof that only this test has. */
import { desc, eq, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { account, audit_event, session } from '../../server/db/schema';
import { findAccountByEmail } from '../../server/features/auth/accountByEmail';
import { type Proof, startSession } from '../../server/features/auth/startSession';
import { UnauthorizedError } from '../../server/http/errors';
import { tokenPairSchema } from '../../contract/entities/session';
import {
  prepareAccounts,
  type PreparedAccount,
  type PreparedAccounts,
} from '../support/preparedAccounts';
import { startTestServer, type TestServer } from '../support/testServer';

const PATH = '/api/auth/test';
const REFUSAL = 'Not you';

let server: TestServer;
let accounts: PreparedAccounts;
let owner: PreparedAccount;
let proof: Proof;
/** Runs once the proof is checked. */
let onProven: () => Promise<unknown>;
const onStarted = vi.fn<NonNullable<Proof['onStarted']>>();
const onNotStarted = vi.fn<NonNullable<Proof['onNotStarted']>>();

const signIn = async (request: FastifyRequest) => {
  const found = await findAccountByEmail(server.db, owner.username);
  if (!found) throw new Error('no account');
  await onProven();
  return startSession(request, found, proof, { remember: false });
};

beforeAll(async () => {
  server = await startTestServer(
    {},
    {
      addRoutes: (app) =>
        app.route({ method: 'POST', url: PATH, config: { operation: 'login' }, handler: signIn }),
    },
  );
  accounts = await prepareAccounts(server);
});
afterAll(() => server.close());
beforeEach(async () => {
  owner = await accounts.add();
  onProven = async () => {};
  onStarted.mockReset().mockResolvedValue();
  onNotStarted.mockReset().mockResolvedValue();
  proof = { condition: sql`true`, refusal: REFUSAL, onStarted, onNotStarted };
});

const countSessions = () => server.db.$count(session, eq(session.account_id, owner.id));
const entryOf = async () => {
  const [entry] = await server.db.select().from(audit_event).orderBy(desc(audit_event.id)).limit(1);
  return entry;
};

it('a proof whose condition is true starts a session, and is consumed in its transaction', async () => {
  let stored: number | undefined;
  onStarted.mockImplementation(async (tx) => {
    stored = await tx.$count(session, eq(session.account_id, owner.id));
  });
  const { status, body } = await server.raw({ method: 'POST', url: PATH });
  expect(status).toBe(200);
  expect(body).toMatchObject({ token_type: 'bearer', user: { username: owner.username } });
  const { access_token, refresh_token } = tokenPairSchema.parse(body);
  expect((await server.call('countReferrals', {}, access_token)).status).toBe(200);
  expect((await server.call('refresh', {}, refresh_token)).status).toBe(200);
  expect(stored).toBe(1);
  expect(onNotStarted).not.toHaveBeenCalled();
  expect(await entryOf()).toMatchObject({ action: 'login', outcome: 'done', actor_id: owner.id });
});

describe('no session is started, and the attempt is refunded,', () => {
  const deactivate = () =>
    server.db.update(account).set({ state: 'deactivated' }).where(eq(account.id, owner.id));

  it.each<[string, number, string, () => unknown]>([
    [
      'if the proof no longer holds',
      401,
      REFUSAL,
      () => (proof = { ...proof, condition: sql`${account.fullname} = 'Other'` }),
    ],
    [
      'if the account is deactivated after it was proven',
      401,
      REFUSAL,
      () => (onProven = deactivate),
    ],
    ['if the account was deactivated before', 403, 'not_approved', deactivate],
    [
      'if the proof is used up already',
      401,
      'Used',
      () => onStarted.mockRejectedValue(new UnauthorizedError('Used')),
    ],
  ])('%s', async (_when, status, detail, prepare) => {
    await prepare();
    expect(await server.raw({ method: 'POST', url: PATH })).toMatchObject({
      status,
      body: { detail },
    });
    expect(await countSessions()).toBe(0);
    expect(onNotStarted).toHaveBeenCalledOnce();
    expect(await entryOf()).toMatchObject({ action: 'login', outcome: 'refused' });
  });
});
