/** Creates the requests of the contract's calls, sends them, and signs in. */
import { z } from 'zod';
import type { AnyCallName } from '../../contract/calls';
import { allEndpoints } from '../../contract/calls/endpoints';
import { SUPERUSER } from './databases';

/** A request in the form that Fastify's inject, fetch and autocannon all accept. */
export interface BenchRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
}

let last = 0;

/** Returns a number that no request or person of this process has had. */
export const nextSerial = () => (last += 1);

interface Content {
  readonly search?: string;
  readonly json?: object;
  readonly form?: Record<string, string>;
  readonly bearer?: string;
}

/**
 * Creates a request for a call of the contract. Each comes from another address, because the server limits referrals per
 * address; the server trusts us as its proxy.
 */
export function createRequest(
  call: AnyCallName,
  { search, json, form, bearer }: Content,
): BenchRequest {
  const { method, path } = allEndpoints[call];
  const serial = nextSerial();
  const body = json ? JSON.stringify(json) : form && new URLSearchParams(form).toString();
  const type = json ? 'application/json' : 'application/x-www-form-urlencoded';
  return {
    method: method as 'GET' | 'POST',
    path: `/api${path}${search ? `?${search}` : ''}`,
    headers: {
      'x-forwarded-for': `10.${serial & 255}.${(serial >> 8) & 255}.${(serial >> 16) & 255}`,
      ...(body && { 'content-type': type }),
      ...(bearer && { authorization: `Bearer ${bearer}` }),
    },
    ...(body && { body }),
  };
}

/** Creates a login request; by default for the super user, with the password of all accounts. */
export const createLoginRequest = (
  username: string = SUPERUSER.SUPERUSER_EMAIL,
  password: string = SUPERUSER.SUPERUSER_PASSWORD,
) => createRequest('login', { form: { username, password } });

/** Sends a request. @returns the body of a response with 200 @throws Error for any other status */
export type Send = (request: BenchRequest) => Promise<string>;

export const createSender =
  (port: number): Send =>
  async (request) => {
    const answer = await fetch(`http://127.0.0.1:${port}${request.path}`, request);
    const body = await answer.text();
    if (answer.status !== 200) throw new Error(`${request.path}: ${answer.status} ${body}`);
    return body;
  };

const tokenSchema = z.object({ access_token: z.string() });

/** @returns an access token */
export const signIn = async (send: Send, username?: string): Promise<string> =>
  tokenSchema.parse(JSON.parse(await send(createLoginRequest(username)))).access_token;
