import type { Socket } from 'node:net';

const ANSWERS: Record<string, readonly [status: string, detail: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long'],
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The request is too large'],
};
const OTHERWISE = ['400 Bad Request', 'The request cannot be read'] as const;

/** Answers what is no HTTP request, in the shape of every other refusal; it never becomes a request that a route could see. */
export function refuseBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, detail] = ANSWERS[error.code ?? ''] ?? OTHERWISE;
  const body = JSON.stringify({ detail });
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
  );
}
