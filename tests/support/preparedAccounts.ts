/** Accounts inserted directly into the database, with sessions started without a password, for tests that need hundreds. */
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { account } from '../../server/db/schema';
import { addAccount, type NewAccount } from '../../server/features/accounts/registrations';
import { insertSession } from '../../server/features/auth/sessions';
import { hasPasswordHash } from '../../server/features/auth/storedPassword';
import { insertResetToken } from '../../server/features/auth/mailedLinks';
import { hashOneTimeToken, createOneTimeToken } from '../../server/features/auth/oneTimeToken';
import type { TestServer } from './testServer';
import { PASSWORD, unique, uniqueEmail } from './fixtures';

export interface PreparedAccount {
  readonly id: string;
  readonly username: string;
}

export interface SessionTokens {
  readonly access: string;
  readonly refresh: string;
}

/** Creates accounts on a server, all with the password PASSWORD. */
export async function prepareAccounts({ app, db, call }: TestServer) {
  const passwordHash = await app.passwords.hashNow(PASSWORD);

  return {
    passwordHash,

    /** Adds an account: by default an active manager without sites, with a confirmed email address. */
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

    /** Starts a session. Returns its tokens. */
    async beginSession({ id, username }: PreparedAccount): Promise<SessionTokens> {
      const session = { accountId: id, remember: false };
      const sessionId = await insertSession(db, session, hasPasswordHash(passwordHash));
      if (sessionId === null) throw new Error('The session could not be started');
      const subject = { username, fullname: '', role: 'MANAGER' as const, approved: true };
      const pair = await app.tokens.issuePair({ sessionId, counter: 0 }, subject);
      return { access: pair.access_token, refresh: pair.refresh_token };
    },

    /** Counts the sessions of which either token still works. */
    async countActiveSessions(sessions: readonly SessionTokens[]): Promise<number> {
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

    /** Adds a password reset for the account. Returns its token. */
    async addResetToken({ id }: PreparedAccount): Promise<string> {
      const token = createOneTimeToken();
      const tokenHash = hashOneTimeToken(token);
      await insertResetToken(db, { accountId: id, tokenHash, purpose: 'reset' });
      return token;
    },

    /** Reads the account's current state, role and password hash. */
    async read({ id }: PreparedAccount) {
      const [stored] = await db
        .select({ state: account.state, role: account.role, passwordHash: account.password_hash })
        .from(account)
        .where(eq(account.id, id));
      if (!stored) throw new Error('The account does not exist');
      return stored;
    },
  };
}

export type PreparedAccounts = Awaited<ReturnType<typeof prepareAccounts>>;
