import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import type { SessionSubject, TokenPair } from '../../../contract/entities/session';

/** Seconds. */
const ACCESS_TOKEN_LIFE = 15 * 60;
/** Seconds: tolerated difference between the clocks of client and server. */
const CLOCK_SKEW = 30;

const ALGORITHM = 'HS256';
const ISSUER = 'referral-desk';
const AUDIENCE = 'referral-desk-web';

/** More than the accounts that work at the same time. */
const MAX_VERIFIED = 1_000;

export interface AccessClaim {
  readonly sessionId: string;
  /** The account's role when the token was issued. Never decide by it: it may have changed. */
  readonly role: unknown;
  /** The account's email, which never changes. */
  readonly username: string;
}

export interface RefreshClaim {
  readonly sessionId: string;
  readonly counter: number;
}

export interface Tokens {
  /** Issues an access token of 15 minutes for a session. Its `subject` is for display only: the server reads its own records. */
  issueAccess(sessionId: string, subject: SessionSubject): Promise<string>;
  /** Returns the claim of an access token, or null if the token is foreign, forged or expired. */
  readAccess(token: string): Promise<AccessClaim | null>;
  /** Returns the session id of an access token that has expired and is valid otherwise, or null. */
  readExpired(token: string): Promise<string | null>;
  /** Computes the refresh token of a session after `counter` rotations. It is deterministic, so it is not stored. */
  issueRefresh(claim: RefreshClaim): string;
  readRefresh(token: string): RefreshClaim | null;
  /** Issues both tokens of a session. */
  issuePair(claim: RefreshClaim, subject: SessionSubject): Promise<TokenPair>;
}

/** @param secret at least 32 characters; signs both kinds of token */
export function createTokens(secret: string): Tokens {
  const key = new TextEncoder().encode(secret);
  const refreshKey = createHmac('sha256', secret).update('refresh-token').digest();

  const mac = (claim: RefreshClaim) =>
    createHmac('sha256', refreshKey)
      .update(`${claim.sessionId}.${claim.counter}`)
      .digest('base64url');

  const read = async (token: string) => {
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        audience: AUDIENCE,
        clockTolerance: CLOCK_SKEW,
        // Also refuses a token that was issued in the future, while the clock was ahead.
        maxTokenAge: ACCESS_TOKEN_LIFE,
        requiredClaims: ['exp', 'iat', 'jti', 'sid'],
      });
      return { payload, claim: claimOf(payload), expired: null };
    } catch (error) {
      // jose checks signature, issuer and audience before the times.
      const isExpired =
        error instanceof errors.JWTExpired ||
        (error instanceof errors.JWTClaimValidationFailed && error.claim === 'iat');
      return { payload: {}, claim: null, expired: isExpired ? claimOf(error.payload) : null };
    }
  };

  /** Valid access tokens that were read before: a browser sends the same one for minutes. */
  const verified = new Map<string, { claim: AccessClaim; payload: JWTPayload }>();

  const issueAccess: Tokens['issueAccess'] = (sessionId, subject) =>
    new SignJWT({ type: 'access', subject: { ...subject }, sid: sessionId })
      .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
      .setIssuedAt()
      .setExpirationTime(`${ACCESS_TOKEN_LIFE}s`)
      .setJti(randomBytes(16).toString('base64url'))
      .setIssuer(ISSUER)
      .setAudience(AUDIENCE)
      .sign(key);
  const issueRefresh: Tokens['issueRefresh'] = (claim) =>
    `v1.${claim.sessionId}.${claim.counter}.${mac(claim)}`;

  return {
    issueAccess,
    issueRefresh,
    issuePair: async (claim, subject) => ({
      access_token: await issueAccess(claim.sessionId, subject),
      refresh_token: issueRefresh(claim),
    }),

    async readAccess(token) {
      const known = verified.get(token);
      if (known) return isCurrent(known.payload) ? known.claim : null;
      const { claim, payload } = await read(token);
      if (claim === null) return null;
      for (const [oldest] of verified) {
        if (verified.size < MAX_VERIFIED) break;
        verified.delete(oldest);
      }
      verified.set(token, { claim, payload });
      return claim;
    },
    readExpired: async (token) => (await read(token)).expired?.sessionId ?? null,

    readRefresh(token) {
      const parts = /^v1\.([\w-]{1,64})\.(\d{1,9})\.([\w-]{43})$/.exec(token);
      if (!parts) return null;
      const [, sessionId = '', counter, sent = ''] = parts;
      const claim = { sessionId, counter: Number(counter) };
      return timingSafeEqual(Buffer.from(mac(claim)), Buffer.from(sent)) ? claim : null;
    },
  };
}

/** Whether a verified token has neither expired nor was issued in the future, which a clock that is set changes. */
function isCurrent({ iat = Infinity, exp = 0 }: JWTPayload): boolean {
  const now = Date.now() / 1_000;
  return iat - CLOCK_SKEW <= now && now < exp + CLOCK_SKEW;
}

function claimOf({ type, sid, subject }: JWTPayload): AccessClaim | null {
  if (type !== 'access' || typeof sid !== 'string') return null;
  const { role, username = '' } = (subject ?? {}) as Partial<SessionSubject>;
  return { sessionId: sid, role, username };
}

/** The subject claim for an account. Only active accounts get tokens, so `approved` is true. */
export function toSessionSubject(
  account: Omit<SessionSubject, 'approved' | 'id'> & { readonly accountId: string },
): SessionSubject {
  const { username, fullname, role, accountId } = account;
  return { username, fullname, role, approved: true, id: accountId };
}
