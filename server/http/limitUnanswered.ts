/**
 * Limits the concurrent requests of a connection. Node emits all pipelined requests (RFC 9112, 9.3.2) at once: without a limit,
 * the server would buffer the responses to all of them for a client that reads none.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The requests of one connection. */
class RequestQueue {
  readonly #socket: Socket;
  readonly #limit: number;
  #unanswered = 0;
  #waiting: (() => void)[] = [];

  constructor(socket: Socket, limit: number) {
    this.#socket = socket;
    this.#limit = limit;
    // Node resumes the socket at the end of each request that it has parsed, and of each body that is read.
    socket.on('resume', () => this.#pauseWhileWaiting());
    socket.on('close', () => {
      this.#waiting = [];
    });
  }

  add(response: ServerResponse, handle: () => void): void {
    // `finish` means that the system has accepted the response, not that the client has read it.
    response.once('finish', () => this.#release());
    this.#waiting.push(handle);
    this.#startNext();
    this.#pauseWhileWaiting();
  }

  #startNext(): void {
    // The socket is closed for writing, for example after an invalid request: no response can be sent.
    if (!this.#socket.writable) this.#waiting = [];
    while (this.#unanswered < this.#limit) {
      const handle = this.#waiting.shift();
      if (!handle) return;
      this.#unanswered += 1;
      handle();
    }
  }

  #release(): void {
    this.#unanswered -= 1;
    // setImmediate lets requests of other connections run in between, even if these requests need no I/O.
    if (this.#waiting.length > 0) setImmediate(() => this.#continue());
  }

  #continue(): void {
    this.#startNext();
    if (this.#waiting.length === 0) this.#socket.resume();
  }

  #pauseWhileWaiting(): void {
    if (this.#waiting.length > 0) this.#socket.pause();
  }
}

/** Wraps the listeners of a server: together they handle at most `limit` requests of a connection at once, in order. */
export function limitUnanswered(limit: number): (handle: RequestListener) => RequestListener {
  const queues = new WeakMap<Socket, RequestQueue>();
  const queueOf = (socket: Socket) => {
    const queue = queues.get(socket) ?? new RequestQueue(socket, limit);
    queues.set(socket, queue);
    return queue;
  };
  return (handle) => (request: IncomingMessage, response) =>
    queueOf(request.socket).add(response, () => handle(request, response));
}
