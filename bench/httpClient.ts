/** Requests over connections that are kept open. */
import { Agent, request as open } from 'node:http';
import type { BenchRequest } from './operations';

export interface Answer {
  readonly status: number;
  readonly body: string;
}

export interface HttpClient {
  /** Sends a request; its answer is read to the end. */
  send(request: BenchRequest, bearer?: string): Promise<Answer>;
  close(): void;
}

let visitors = 0;
/** Each request comes from somebody else, as one address may file only so many: the server takes us for its proxy. */
function nextAddress(): string {
  visitors = (visitors + 1) % 2 ** 24;
  return `10.${visitors >> 16}.${(visitors >> 8) & 255}.${visitors & 255}`;
}

/**
 * @param connections at most, side by side
 * @param from the address all requests come from; each from another unless given
 */
export function createClient(port: number, connections: number, from?: string): HttpClient {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  return {
    send: ({ method, path, body, type }, bearer) =>
      new Promise((done, fail) => {
        const headers = {
          'x-forwarded-for': from ?? nextAddress(),
          ...(bearer && { authorization: `Bearer ${bearer}` }),
          ...(body !== undefined && {
            'content-type': type,
            'content-length': Buffer.byteLength(body),
          }),
        };
        const sent = open({ host: '127.0.0.1', port, method, path, headers, agent }, (answer) => {
          const chunks: Buffer[] = [];
          answer.on('data', (chunk: Buffer) => chunks.push(chunk));
          answer.on('error', fail);
          answer.on('end', () =>
            done({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks).toString('utf8') }),
          );
        });
        sent.on('error', fail);
        sent.end(body);
      }),
    close: () => agent.destroy(),
  };
}
