import { expect, it, vi } from 'vitest';
import { warnOfLittleMemory } from './memory';

const MEBIBYTE = 1024 * 1024;

it('warns where there is less memory than the embedded database needs, and only there', () => {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  warnOfLittleMemory(1024 * MEBIBYTE);
  expect(written).not.toHaveBeenCalled();
  warnOfLittleMemory(600 * MEBIBYTE);
  expect(written).toHaveBeenCalledExactlyOnceWith(
    expect.stringContaining('may use 600 MiB of memory, and the embedded database needs up to 768'),
  );
});

it('takes the limit of a container, or else the machine’s memory', () => {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const limit = vi.spyOn(process, 'constrainedMemory').mockReturnValue(500 * MEBIBYTE);
  warnOfLittleMemory();
  expect(written).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('500 MiB'));
  // Not known, or none.
  for (const none of [0, 2 ** 64]) {
    limit.mockReturnValue(none);
    warnOfLittleMemory();
  }
  expect(written).toHaveBeenCalledOnce();
});
