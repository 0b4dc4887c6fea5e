/** The embedded database's only session, with the interface of a node-postgres pool as drizzle uses it. */
import pg from 'pg';
import type { DatabaseWorker } from './startWorker';
import { TurnQueue } from './turnQueue';
import { WorkerStream } from './workerStream';

/** Milliseconds: how long a statement may take before `ping` fails. */
const STATEMENT_TIMEOUT = 15_000;
/** The key of turns without a statement. */
const PAUSE = 'pause';

type Query = string | pg.QueryConfig;
const textOf = (query: Query) => (typeof query === 'string' ? query : query.text);

const isBegin = (text: string) => /^begin\b/i.test(text);

const closedError = () => new Error('The embedded database is closed');

const NOTHING: pg.QueryResult = { rows: [], fields: [], rowCount: 0, command: '', oid: 0 };

/** drizzle recognises a pool by 'Pool' in its class's name. */
export class EmbeddedPool {
  readonly #worker: DatabaseWorker;
  readonly #stream: WorkerStream;
  readonly #client: pg.Client;
  readonly #turns = new TurnQueue();
  /** When the current turn began: `performance.now()`. */
  #turnSince = -Infinity;
  #isClosing = false;
  #isClosed = false;

  constructor(worker: DatabaseWorker) {
    this.#worker = worker;
    this.#stream = new WorkerStream(worker.thread);
    this.#client = new pg.Client({
      stream: () => this.#stream,
      user: 'postgres',
      database: 'postgres',
      // Overrides PGSSLMODE in the environment, which is about another database.
      ssl: false,
    });
  }

  /** Call it once, before everything else. */
  async open(): Promise<void> {
    await this.#client.connect();
  }

  async query(query: Query, values?: unknown[]): Promise<pg.QueryResult> {
    const text = textOf(query);
    // drizzle would send the transaction's statements through `query`, between those of others. A build that renames classes
    // causes it, and the migration at the start finds out.
    if (isBegin(text)) throw new Error('drizzle does not recognise EmbeddedPool as a pool');
    return this.#inTurn(text, () => this.#send(query, values));
  }

  /** Returns a session for a transaction. Nothing else runs between its first statement and its release. */
  async connect(): Promise<EmbeddedSession> {
    return new EmbeddedSession({
      take: (text) => this.#take(text),
      send: (query, values) => this.#send(query, values),
      isInTransaction: () => this.#client.getTransactionStatus() !== 'I',
    });
  }

  async exec(text: string): Promise<void> {
    await this.query(text);
  }

  /** Runs work while the database is idle. */
  async runExclusive<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#inTurn(PAUSE, work);
  }

  /**
   * Checks that the database responds. While a statement runs, it does not wait for a turn: it fails only if that statement
   * exceeds the timeout.
   * @throws Error when the database does not respond
   */
  async ping(): Promise<void> {
    if (!this.#turns.isTaken) await this.query('select 1');
    else if (
      performance.now() - Math.max(this.#stream.sentAt, this.#turnSince) >
      STATEMENT_TIMEOUT
    ) {
      throw new Error('The embedded database does not answer');
    }
  }

  /** Waits for the running statement or transaction, and closes the database. */
  async end(): Promise<void> {
    const closed = this.#inTurn(PAUSE, async () => {
      await this.#worker.close();
      this.#isClosed = true;
    });
    this.#isClosing = true;
    await closed;
  }

  #send(query: Query, values?: unknown[]): Promise<pg.QueryResult> {
    return this.#client.query(query, values);
  }

  async #inTurn<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const endTurn = await this.#take(key);
    try {
      return await work();
    } finally {
      endTurn();
    }
  }

  async #take(key: string): Promise<() => void> {
    if (this.#isClosing) throw closedError();
    const endTurn = await this.#turns.take(key);
    this.#turnSince = performance.now();
    if (!this.#isClosed) return endTurn;
    endTurn();
    throw closedError();
  }
}

/** What a session uses of the pool. */
interface Connection {
  /** Waits for a turn. Returns a function that ends it. */
  take(text: string): Promise<() => void>;
  send(query: Query, values?: unknown[]): Promise<pg.QueryResult>;
  isInTransaction(): boolean;
}

/**
 * A client of the pool's only session. It sends `begin` with the first statement after it: the text of that statement is the
 * turn's key.
 */
class EmbeddedSession {
  readonly #connection: Connection;
  #begin: Query | undefined;
  #started: Promise<void> | undefined;
  #endTurn: (() => void) | undefined;
  #isReleased = false;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async query(query: Query, values?: unknown[]): Promise<pg.QueryResult> {
    // The statement would become part of another client's transaction.
    if (this.#isReleased) throw new Error('The session has been released');
    const text = textOf(query);
    if (!this.#started) {
      if (isBegin(text)) {
        this.#begin = query;
        return NOTHING;
      }
      if (this.#begin !== undefined && /^(commit|rollback)\b/i.test(text)) return NOTHING;
    }
    this.#started ??= this.#start(text);
    await this.#started;
    return this.#connection.send(query, values);
  }

  async #start(text: string): Promise<void> {
    this.#endTurn = await this.#connection.take(text);
    if (this.#begin !== undefined) await this.#connection.send(this.#begin);
  }

  /** Ends the turn, and rolls back an open transaction. */
  release(): void {
    this.#isReleased = true;
    const endTurn = this.#endTurn;
    if (!endTurn) return;
    this.#endTurn = undefined;
    if (this.#connection.isInTransaction()) {
      void this.#connection.send('rollback').finally(endTurn);
    } else endTurn();
  }
}
