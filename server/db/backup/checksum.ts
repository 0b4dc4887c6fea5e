/**
 * The seal at the end of an archive: an empty gzip member whose extra field holds the SHA-256 of every byte before it. Any
 * gzip program reads past it; we notice each bit that differs, also the few that gzip itself would not miss.
 */
import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Transform } from 'node:stream';

/** Magic, deflate, flag FEXTRA, no time, no hint, unknown system; then the length of the field and its name, `RD`. */
const HEAD = Buffer.from('1f8b08040000000000ff240052442000', 'hex');
/** An empty deflate block, and the check sum and length of nothing. */
const TAIL = Buffer.from('03000000000000000000', 'hex');
const HASH_LENGTH = 32;
const LENGTH = HEAD.length + HASH_LENGTH + TAIL.length;

const checksumOf = (hash: Hash) => Buffer.concat([HEAD, hash.digest(), TAIL]);

/** Passes bytes on and puts the seal behind them. */
export function appendChecksum(): Transform {
  const hash = createHash('sha256');
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
    flush(done) {
      done(null, checksumOf(hash));
    },
  });
}

/** Whether a file ends with the seal of all that is before it. */
export async function hasValidChecksum(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    if (size <= LENGTH) return false;
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(path, { end: size - LENGTH - 1 })) {
      hash.update(chunk as Buffer);
    }
    const { buffer, bytesRead } = await file.read(Buffer.alloc(LENGTH), 0, LENGTH, size - LENGTH);
    return bytesRead === LENGTH && buffer.equals(checksumOf(hash));
  } finally {
    await file.close();
  }
}
