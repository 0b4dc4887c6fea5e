/**
 * The checksum at the end of an archive: an empty gzip member whose extra field holds the SHA-256 of every byte before it. Any
 * gzip program reads past it. It detects every changed bit, including the few that gzip itself does not check.
 */
import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Transform } from 'node:stream';

/** Magic, deflate, flag FEXTRA, no time, no hint, unknown system; the length of the extra field; the subfield `RD` and its length. */
const HEAD = Buffer.from('1f8b08040000000000ff240052442000', 'hex');
/** An empty deflate block, and the CRC and length of empty data. */
const TAIL = Buffer.from('03000000000000000000', 'hex');
const HASH_LENGTH = 32;
const TRAILER_LENGTH = HEAD.length + HASH_LENGTH + TAIL.length;

const createTrailer = (hash: Hash) => Buffer.concat([HEAD, hash.digest(), TAIL]);

/** Passes bytes through and appends the checksum. */
export function appendChecksum(): Transform {
  const hash = createHash('sha256');
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
    flush(done) {
      done(null, createTrailer(hash));
    },
  });
}

/** Whether a file ends with the checksum of all bytes before it. */
export async function hasValidChecksum(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    if (size <= TRAILER_LENGTH) return false;
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(path, { end: size - TRAILER_LENGTH - 1 })) {
      hash.update(chunk as Buffer);
    }
    const { buffer, bytesRead } = await file.read(
      Buffer.alloc(TRAILER_LENGTH),
      0,
      TRAILER_LENGTH,
      size - TRAILER_LENGTH,
    );
    return bytesRead === TRAILER_LENGTH && buffer.equals(createTrailer(hash));
  } finally {
    await file.close();
  }
}
