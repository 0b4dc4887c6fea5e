/** Tokens as a backend we did not write makes them: both are JWTs. */
import type { ForeignAccount } from './foreignRecords';

type TokenType = 'access' | 'refresh';

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
const LIFE = 900;

/** @param subjectIn which member of the payload names the person */
export function createForeignTokens(subjectIn: 'subject' | 'sub') {
  const issued = new Map<string, { account: ForeignAccount; type: TokenType }>();
  let count = 0;

  const issue = (account: ForeignAccount, type: TokenType) => {
    const { username, fullname, role, approved } = account;
    const now = Math.floor(Date.now() / 1_000);
    const payload = {
      [subjectIn]: { username, fullname, role, approved, legacy_id: 7 },
      type,
      exp: now + LIFE,
      iat: now,
      jti: `jti-${(count += 1)}`,
    };
    const token = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(payload)}.c2lnbmF0dXJl`;
    issued.set(token, { account, type });
    return token;
  };

  return {
    pair: (account: ForeignAccount) => ({
      access_token: issue(account, 'access'),
      refresh_token: issue(account, 'refresh'),
    }),
    /** Who holds a token of that type, if it is good and they are approved. */
    holder: (token: string, type: TokenType) => {
      const found = issued.get(token);
      return found?.type === type && found.account.approved ? found.account : undefined;
    },
    /** Ends one token. */
    end: (token: string) => void issued.delete(token),
    /** Ends every access token, as when they expire; refresh tokens stay good. */
    expire: () => {
      for (const [token, { type }] of issued) if (type === 'access') issued.delete(token);
    },
  };
}
