import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useDelayedFlag } from './useSlowText';

afterEach(() => {
  vi.useRealTimers();
});

const pass = (milliseconds: number) =>
  act(() => {
    vi.advanceTimersByTime(milliseconds);
  });

it('useDelayedFlag becomes true after the delay, and false at once when the flag ends', () => {
  vi.useFakeTimers();
  const { result, rerender } = renderHook((isActive: boolean) => useDelayedFlag(isActive, 10_000), {
    initialProps: true,
  });
  pass(9_999);
  expect(result.current).toBe(false);
  pass(1);
  expect(result.current).toBe(true);
  rerender(false);
  expect(result.current).toBe(false);
});
