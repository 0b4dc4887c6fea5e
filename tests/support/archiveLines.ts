/** Forges archives from given lines, with valid sums and a valid checksum, as an attacker who knows the format can. */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { appendChecksum } from '../../server/db/backup/checksum';
import { temporaryFolder } from './archives';

/** Writes an archive of these lines with a valid checksum. */
export async function writeLines(lines: readonly string[]): Promise<string> {
  const file = join(temporaryFolder(), 'sealed.backup');
  const text = Readable.from([`${lines.join('\n')}\n`]);
  await pipeline(text, createGzip(), appendChecksum(), createWriteStream(file));
  return file;
}

/** Returns the lines with these changes of their header. */
export const headerWith = (lines: readonly string[], changes: object) => {
  const [format, header] = JSON.parse(lines[0] ?? '') as [string, object];
  return [JSON.stringify([format, { ...header, ...changes }]), ...lines.slice(1)];
};

/** Returns the lines with an end line that holds valid sums for them. */
export function withSums(lines: readonly string[]): string[] {
  const tables = new Map<string, string[]>();
  let rows: string[] = [];
  for (const line of lines.slice(1, -1)) {
    if (line.startsWith('{')) {
      rows.push(line);
    } else {
      rows = [];
      tables.set((JSON.parse(line) as [string, string])[1], rows);
    }
  }
  const contents = [...tables].map(([table, its]) => {
    const text = its.map((line) => `${line}\n`).join('');
    const sha256 = createHash('sha256').update(text).digest('hex');
    return [table, { rows: its.length, sha256 }];
  });
  return [...lines.slice(0, -1), JSON.stringify(['end', Object.fromEntries(contents)])];
}
