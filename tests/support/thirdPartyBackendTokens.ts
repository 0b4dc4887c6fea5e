/** Tokens of a third-party backend: both access and refresh tokens are JWTs. */
import type { ThirdPartyAccount } from './thirdPartyBackendRecords';

type TokenType = 'access' | 'refresh';

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
const LIFETIME_SECONDS = 900;

/** @param subjectIn the payload member that holds the user */
export function createThirdPartyTokens(subjectIn: 'subject' | 'sub') {
  const issued = new Map<string, { account: ThirdPartyAccount; type: TokenType }>();
  let count = 0;

  const issue = (account: ThirdPartyAccount, type: TokenType) => {
    const { username, fullname, role, approved } = account;
    const now = Math.floor(Date.now() / 1_000);
    const payload = {
      [subjectIn]: { username, fullname, role, approved, legacy_id: 7 },
      type,
      exp: now + LIFETIME_SECONDS,
      iat: now,
      jti: `jti-${(count += 1)}`,
    };
    const token = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(payload)}.c2lnbmF0dXJl`;
    issued.set(token, { account, type });
    return token;
  };

  return {
    pair: (account: ThirdPartyAccount) => ({
      access_token: issue(account, 'access'),
      refresh_token: issue(account, 'refresh'),
    }),
    /** Returns the account of a valid token of that type, if it is approved. */
    holder: (token: string, type: TokenType) => {
      const found = issued.get(token);
      return found?.type === type && found.account.approved ? found.account : undefined;
    },
    /** Revokes one token. */
    end: (token: string) => void issued.delete(token),
    /** Expires every access token. Refresh tokens stay valid. */
    expire: () => {
      for (const [token, { type }] of issued) if (type === 'access') issued.delete(token);
    },
  };
}
