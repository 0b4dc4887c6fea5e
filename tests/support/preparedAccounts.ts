/** Accounts put into the database directly, with sessions begun without a password: for tests that need hundreds. */
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { account } from '../../server/db/schema';
import { addAccount, type NewAccount } from '../../server/features/accounts/registerRepository';
import { startSession } from '../../server/features/auth/repository';
import { addReset } from '../../server/features/auth/resetRepository';
import { hashResetToken, newResetToken } from '../../server/features/auth/tokens';
import type { TestServer } from './testServer';
import { PASSWORD, unique, uniqueEmail } from './world';

export interface PreparedAccount {
  readonly id: string;
  readonly username: string;
}

export interface SessionTokens {
  readonly access: string;
  readonly refresh: string;
}

/** Makes accounts on a server; all have the common password. */
export async function prepareAccounts({ app, db, call }: TestServer) {
  const passwordHash = await app.passwords.hashNow(PASSWORD);

  return {
    passwordHash,

    /** An active manager without sites, whose mailbox is proved, unless told otherwise. */
    async add(
      changes: Partial<NewAccount> & { isConfirmed?: boolean } = {},
    ): Promise<PreparedAccount> {
      const username = uniqueEmail();
      const id = randomUUID();
      const isAdded = await addAccount(db, {
        id,
        fullname: unique('Prepared'),
        username,
        passwordHash,
        role: 'MANAGER',
        state: 'active',
        siteIds: [],
        ...changes,
      });
      if (!isAdded) throw new Error('The account could not be prepared');
      if (changes.isConfirmed !== false) {
        const email_confirmed_at = sql`now()`;
        await db.update(account).set({ email_confirmed_at }).where(eq(account.id, id));
      }
      return { id, username };
    },

    /** What the person holds after signing in. */
    async beginSession({ id, username }: PreparedAccount): Promise<SessionTokens> {
      const sessionId = randomUUID();
      const begun = { id: sessionId, accountId: id, passwordHash, remember: false };
      if (!(await startSession(db, begun))) throw new Error('The session could not be begun');
      const subject = { username, fullname: '', role: 'MANAGER' as const, approved: true };
      return {
        access: await app.tokens.access(sessionId, subject),
        refresh: app.tokens.refresh({ sessionId, counter: 0 }),
      };
    },

    /** How many sessions still open anything, by either token. */
    async countLiving(sessions: readonly SessionTokens[]): Promise<number> {
      const works = await Promise.all(
        sessions.map(async ({ access, refresh }) => {
          const answers = [
            await call('countReferrals', {}, access),
            await call('refresh', {}, refresh),
          ];
          return answers.some(({ status }) => status !== 401);
        }),
      );
      return works.filter(Boolean).length;
    },

    /** The token of a reset letter to the account. */
    async addResetToken({ id }: PreparedAccount): Promise<string> {
      const token = newResetToken();
      const tokenHash = hashResetToken(token);
      await addReset(db, { accountId: id, tokenHash, purpose: 'reset' });
      return token;
    },

    /** How the account stands now. */
    async read({ id }: PreparedAccount) {
      const [stored] = await db
        .select({ state: account.state, role: account.role, passwordHash: account.password_hash })
        .from(account)
        .where(eq(account.id, id));
      if (!stored) throw new Error('The account is gone');
      return stored;
    },
  };
}

export type PreparedAccounts = Awaited<ReturnType<typeof prepareAccounts>>;
