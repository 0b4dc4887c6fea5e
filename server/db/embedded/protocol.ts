/** What the thread that opens the embedded database and the thread of the database send each other. */

/** To the database's thread, at its start. */
export interface WorkerData {
  /** The database's folder. */
  readonly folder: string;
}

/** To the database's thread: messages of PostgreSQL's wire protocol, up to where it answers; or the request to close. */
export type Request = Uint8Array | 'close';

/** From the database's thread, first: whether the database is open. `message` is for the operator. */
export type Opened = { readonly failure?: { readonly message: string; readonly code?: string } };

/** From the database's thread, once for each request: all messages of the answer. */
export type Response = Uint8Array;
