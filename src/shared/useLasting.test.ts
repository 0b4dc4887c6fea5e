import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useLasting } from './useLasting';

afterEach(() => {
  vi.useRealTimers();
});

const pass = (milliseconds: number) =>
  act(() => {
    vi.advanceTimersByTime(milliseconds);
  });

it('tells that something lasts, from the given moment until it ends', () => {
  vi.useFakeTimers();
  const { result, rerender } = renderHook((goingOn: boolean) => useLasting(goingOn, 10_000), {
    initialProps: true,
  });
  pass(9_999);
  expect(result.current).toBe(false);
  pass(1);
  expect(result.current).toBe(true);
  rerender(false);
  expect(result.current).toBe(false);
});
