import { vi } from 'vitest';

/** Gives the made-up window a width, for this test. */
function beWide(pixels: number): void {
  vi.stubGlobal('innerWidth', pixels);
}

export const beOnDesktop = () => beWide(1_280);
export const beOnPhone = () => beWide(320);
