import { Duplex } from 'node:stream';
import type { Worker } from 'node:worker_threads';
import type { Request, Response } from './protocol';

/** Connects node-postgres with the thread of the embedded database, in place of a network socket. */
export class WorkerStream extends Duplex {
  readonly #thread: Worker;
  #unanswered = 0;
  /** When the last request was sent: `performance.now()`. */
  sentAt = -Infinity;

  constructor(thread: Worker) {
    super();
    this.#thread = thread;
    thread.on('message', ({ buffer }: Response) => {
      this.#unanswered -= 1;
      if (this.#unanswered === 0) thread.unref();
      this.push(Buffer.from(buffer));
    });
  }

  connect(): void {
    process.nextTick(() => this.emit('connect'));
  }

  // Other methods of a network socket that node-postgres calls.
  setNoDelay = (): void => undefined;
  setKeepAlive = (): void => undefined;
  ref = (): void => undefined;
  unref = (): void => undefined;

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: string, written: () => void): void {
    this.#send([chunk]);
    written();
  }

  /** node-postgres writes the messages of one statement together. */
  override _writev(chunks: { chunk: Buffer }[], written: () => void): void {
    this.#send(chunks.map(({ chunk }) => chunk));
    written();
  }

  #send(chunks: readonly Buffer[]): void {
    const request = new Uint8Array(Buffer.concat(chunks)) satisfies Request;
    this.#unanswered += 1;
    // Keeps the process running until the response arrives.
    this.#thread.ref();
    this.sentAt = performance.now();
    this.#thread.postMessage(request, [request.buffer]);
  }
}
