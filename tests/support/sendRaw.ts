/** Sends bytes to a server on a socket, as no HTTP client would. */
import { once } from 'node:events';
import { connect } from 'node:net';

/** The status, after an optional 100 Continue. */
const FINAL = /^(?:HTTP\/1\.1 100 Continue\r\n\r\n)?HTTP\/1\.1 (\d{3}) /;

/** Sends bytes to a port of this machine and closes the sending half; returns everything received. */
export async function sendRaw(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.setEncoding('latin1').on('data', (part: string) => (received += part));
  // The server may close the connection during the upload; what it sent before counts.
  socket.on('error', () => undefined);
  socket.end(text, 'latin1');
  await once(socket, 'close');
  return received;
}

/** The final status of what was received; NaN if there is none. */
export const statusOf = (received: string): number => Number(FINAL.exec(received)?.[1]);
