import { createReadStream, existsSync } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { z } from 'zod';
import { findAppliedMigrations } from '../migrate';
import {
  anyHeaderSchema,
  ArchiveError,
  DAMAGED,
  endSchema,
  FORMAT_VERSION,
  type Header,
  headerSchema,
  tableSchema,
} from './format';
import { type TableSummary, createTableSummary } from './rows';
import { hasValidChecksum } from './checksum';
import { splitLines } from './splitLines';
import { listArchivedTables } from './tables';

/** The header of an archive, and the content of each table. */
export interface Archive {
  readonly header: Header;
  readonly contents: ReadonlyMap<string, TableSummary>;
}

/** Receives the rows of one table, a page at a time. */
type OnRows = (table: string, lines: readonly string[]) => Promise<void>;

/** Bytes decompressed at a time. */
const CHUNK_SIZE = 1024 * 1024;

/**
 * Reads and verifies a whole archive.
 * @throws ArchiveError when any bit has changed since it was written, or when this version cannot read it
 */
export async function verifyArchive(path: string): Promise<Archive> {
  if (!existsSync(path)) throw new ArchiveError(`There is no file ${path}.`);
  if (!(await hasValidChecksum(path))) throw new ArchiveError(`${path} cannot be used. ${DAMAGED}`);
  return readArchive(path, async () => undefined);
}

/**
 * Reads an archive and passes its rows to `onRows`. The rows are verified only when the promise resolves.
 * @throws ArchiveError when the archive is incomplete or damaged
 */
export async function readArchive(path: string, onRows: OnRows): Promise<Archive> {
  const parser = new ArchiveParser(onRows);
  const text = createGunzip({ chunkSize: CHUNK_SIZE }).setEncoding('utf8');
  // The loop below receives the errors of the pipeline.
  pipeline(createReadStream(path), text, () => undefined);
  try {
    for await (const lines of splitLines(text as AsyncIterable<string>)) {
      await parser.addLines(lines);
    }
    return parser.end();
  } catch (error) {
    const isArchiveError = error instanceof ArchiveError;
    const isGzipError =
      error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
    if (isArchiveError || isGzipError) {
      throw new ArchiveError(`${path} cannot be used. ${isArchiveError ? error.message : DAMAGED}`);
    }
    throw error;
  }
}

class ArchiveParser {
  #header: Header | undefined;
  /** The tables read so far; the last one may be incomplete. */
  readonly #tables: { name: string; counter: ReturnType<typeof createTableSummary> }[] = [];
  #contents: Map<string, TableSummary> | undefined;
  readonly #onRows: OnRows;

  constructor(onRows: OnRows) {
    this.#onRows = onRows;
  }

  async addLines(lines: readonly string[]): Promise<void> {
    let rows: string[] = [];
    for (const line of lines) {
      if (line.startsWith('{')) {
        rows.push(line);
        continue;
      }
      await this.#addRows(rows);
      rows = [];
      this.#addOther(line);
    }
    await this.#addRows(rows);
  }

  end(): Archive {
    if (!this.#header || !this.#contents) throw new ArchiveError(DAMAGED);
    return { header: this.#header, contents: this.#contents };
  }

  async #addRows(rows: readonly string[]): Promise<void> {
    if (rows.length === 0) return;
    const table = this.#tables.at(-1);
    if (!table || this.#contents) throw new ArchiveError(DAMAGED);
    table.counter.add(rows);
    await this.#onRows(table.name, rows);
  }

  #addOther(line: string): void {
    if (!this.#header) {
      this.#header = readHeader(line);
    } else if (this.#contents) {
      throw new ArchiveError(DAMAGED);
    } else if (this.#tables.length < this.#header.tables.length) {
      const [, name] = parse(tableSchema, line);
      if (name !== this.#header.tables[this.#tables.length]) throw new ArchiveError(DAMAGED);
      this.#tables.push({ name, counter: createTableSummary() });
    } else {
      this.#contents = this.#readEnd(line);
    }
  }

  #readEnd(line: string): Map<string, TableSummary> {
    const [, expected] = parse(endSchema, line);
    const found = new Map(this.#tables.map(({ name, counter }) => [name, counter.end()]));
    for (const [name, content] of found) {
      if (!isSameSummary(content, expected[name])) throw new ArchiveError(DAMAGED);
    }
    return found;
  }
}

export const isSameSummary = (one: TableSummary | undefined, other: TableSummary | undefined) =>
  one?.rows === other?.rows && one?.sha256 === other?.sha256;

function readHeader(line: string): Header {
  const [, { version }] = parse(anyHeaderSchema, line);
  if (version > FORMAT_VERSION) {
    throw new ArchiveError(
      'A newer version of Referral Desk made it: use that version or a later one.',
    );
  }
  const header = parse(headerSchema, line)[1];
  checkTables(header);
  return header;
}

/**
 * Checks that a header lists each table of its version once, and no other: sessions planted in an archive must not become
 * valid. The tables of another version are unknown.
 */
function checkTables({ migrations, tables }: Header): void {
  const applied = findAppliedMigrations(migrations);
  if (!applied) return;
  const expected = listArchivedTables(applied);
  if (tables.length !== expected.length || !expected.every((name) => tables.includes(name))) {
    throw new ArchiveError(DAMAGED);
  }
}

function parse<Schema extends z.ZodType>(schema: Schema, line: string): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(line));
  } catch {
    throw new ArchiveError(DAMAGED);
  }
}
