import { expect, it, vi } from 'vitest';
import { warnIfMemoryIsLow } from './memory';

const MEBIBYTE = 1024 * 1024;

it('warns only if there is less memory than the embedded database needs', () => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  warnIfMemoryIsLow(1024 * MEBIBYTE);
  expect(write).not.toHaveBeenCalled();
  warnIfMemoryIsLow(600 * MEBIBYTE);
  expect(write).toHaveBeenCalledExactlyOnceWith(
    expect.stringContaining('may use 600 MiB of memory, and the embedded database needs up to 768'),
  );
});

it('uses the limit of a container, or else the machine’s memory', () => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const limit = vi.spyOn(process, 'constrainedMemory').mockReturnValue(500 * MEBIBYTE);
  warnIfMemoryIsLow();
  expect(write).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('500 MiB'));
  // Unknown, or no limit.
  for (const none of [0, 2 ** 64]) {
    limit.mockReturnValue(none);
    warnIfMemoryIsLow();
  }
  expect(write).toHaveBeenCalledOnce();
});
