/** The messages between the main thread and the embedded database's worker thread. */

/** To the worker thread, at its start. */
export interface WorkerData {
  /** The database's folder. */
  readonly folder: string;
}

/** To the worker thread: messages of PostgreSQL's wire protocol, up to the one that it responds to; or the request to close. */
export type Request = Uint8Array | 'close';

/** The first message from the worker thread: whether the database is open. `message` is for the operator. */
export type Opened = { readonly failure?: { readonly message: string; readonly code?: string } };

/** From the worker thread, once for each request: all messages of the response. */
export type Response = Uint8Array;
