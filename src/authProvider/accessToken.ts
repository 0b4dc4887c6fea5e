/** Reads the subject and expiry of an access token. For display only: the server decides by its own records. */
import { jwtDecode } from 'jwt-decode';
import type { SessionSubject } from '../../contract/entities/session';

function decode(token: string): { exp?: number; subject?: unknown; sub?: unknown } | null {
  try {
    return jwtDecode(token);
  } catch {
    return null;
  }
}

/**
 * The subject of a token, or null when it cannot be read. Some servers put it under `sub`. A role that this build does not know is
 * kept: its person is signed in, may do nothing that needs a permission, and can log out.
 */
export function readSubject(token: string): SessionSubject | null {
  const payload = decode(token);
  const subject = (payload?.subject ?? payload?.sub) as Partial<SessionSubject> | undefined;
  if (typeof subject !== 'object' || subject === null) return null;
  if (typeof subject.username !== 'string' || typeof subject.role !== 'string') return null;
  return {
    username: subject.username,
    fullname: typeof subject.fullname === 'string' ? subject.fullname : '',
    role: subject.role,
    approved: subject.approved === true,
    ...(typeof subject.id === 'string' && { id: subject.id }),
  };
}

/** Whether the token has expired, compared in seconds (spec section 4). One without `exp`, or unreadable, has. */
export function isExpired(token: string): boolean {
  return (decode(token)?.exp ?? 0) <= Math.floor(Date.now() / 1_000);
}
