import { createReadStream, existsSync } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { z } from 'zod';
import {
  anyHeaderSchema,
  ArchiveError,
  endSchema,
  FORMAT_VERSION,
  type Header,
  headerSchema,
  tableSchema,
} from './format';
import { type Content, contentCounter } from './rows';
import { hasValidChecksum } from './checksum';

/** What an archive holds. */
export interface Archive {
  readonly header: Header;
  readonly contents: ReadonlyMap<string, Content>;
}

/** Takes the rows of one table, a page at a time. */
type OnRows = (table: string, lines: readonly string[]) => Promise<void>;

/** Bytes handed on at once. */
const PAGE = 1024 * 1024;
const DAMAGED = 'It was cut off or changed since it was written, or is no archive of ours.';

/**
 * Reads a whole archive without doing anything with it.
 * @throws ArchiveError when any bit of it is not as it was written, or this version cannot read it
 */
export async function verifyArchive(path: string): Promise<Archive> {
  if (!existsSync(path)) throw new ArchiveError(`There is no file ${path}.`);
  if (!(await hasValidChecksum(path))) throw new ArchiveError(`${path} cannot be used. ${DAMAGED}`);
  return readArchive(path, async () => undefined);
}

/**
 * Reads an archive and hands on its rows. They are known to be right only when this has ended well.
 * @throws ArchiveError when it is not whole
 */
export async function readArchive(path: string, onRows: OnRows): Promise<Archive> {
  const state = new Reading(onRows);
  const text = createGunzip({ chunkSize: PAGE }).setEncoding('utf8');
  // What breaks is thrown to who reads the text.
  pipeline(createReadStream(path), text, () => undefined);
  try {
    let rest = '';
    for await (const chunk of text) {
      const lines = `${rest}${chunk as string}`.split('\n');
      rest = lines.pop() ?? '';
      await state.take(lines);
    }
    return state.end(rest);
  } catch (error) {
    const isOurs = error instanceof ArchiveError;
    const isGzips =
      error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
    if (isOurs || isGzips) {
      throw new ArchiveError(`${path} cannot be used. ${isOurs ? error.message : DAMAGED}`);
    }
    throw error;
  }
}

class Reading {
  #header: Header | undefined;
  /** The tables begun so far, the last of them still going on. */
  readonly #tables: { name: string; counter: ReturnType<typeof contentCounter> }[] = [];
  #contents: Map<string, Content> | undefined;
  readonly #onRows: OnRows;

  constructor(onRows: OnRows) {
    this.#onRows = onRows;
  }

  async take(lines: readonly string[]): Promise<void> {
    let rows: string[] = [];
    for (const line of lines) {
      if (line.startsWith('{')) {
        rows.push(line);
        continue;
      }
      await this.#takeRows(rows);
      rows = [];
      this.#takeOther(line);
    }
    await this.#takeRows(rows);
  }

  end(rest: string): Archive {
    if (rest !== '' || !this.#header || !this.#contents) throw new ArchiveError(DAMAGED);
    return { header: this.#header, contents: this.#contents };
  }

  async #takeRows(rows: readonly string[]): Promise<void> {
    if (rows.length === 0) return;
    const table = this.#tables.at(-1);
    if (!table || this.#contents) throw new ArchiveError(DAMAGED);
    table.counter.add(rows);
    await this.#onRows(table.name, rows);
  }

  #takeOther(line: string): void {
    if (!this.#header) {
      this.#header = readHeader(line);
    } else if (this.#contents) {
      throw new ArchiveError(DAMAGED);
    } else if (this.#tables.length < this.#header.tables.length) {
      const [, name] = parse(tableSchema, line);
      if (name !== this.#header.tables[this.#tables.length]) throw new ArchiveError(DAMAGED);
      this.#tables.push({ name, counter: contentCounter() });
    } else {
      this.#contents = this.#readEnd(line);
    }
  }

  #readEnd(line: string): Map<string, Content> {
    const [, promised] = parse(endSchema, line);
    const found = new Map(this.#tables.map(({ name, counter }) => [name, counter.end()]));
    for (const [name, content] of found) {
      if (!isSame(content, promised[name])) throw new ArchiveError(DAMAGED);
    }
    return found;
  }
}

export const isSame = (one: Content | undefined, other: Content | undefined) =>
  one?.rows === other?.rows && one?.sha256 === other?.sha256;

function readHeader(line: string): Header {
  const [, { version }] = parse(anyHeaderSchema, line);
  if (version > FORMAT_VERSION) {
    throw new ArchiveError(
      'A newer version of Referral Desk made it: use that one, or one after it.',
    );
  }
  return parse(headerSchema, line)[1];
}

function parse<Schema extends z.ZodType>(schema: Schema, line: string): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(line));
  } catch {
    throw new ArchiveError(DAMAGED);
  }
}
