import { vi } from 'vitest';

/** Sets the width of jsdom's window for the running test. */
function setWidth(pixels: number): void {
  vi.stubGlobal('innerWidth', pixels);
}

export const setDesktopWidth = () => setWidth(1_280);
export const setPhoneWidth = () => setWidth(320);
