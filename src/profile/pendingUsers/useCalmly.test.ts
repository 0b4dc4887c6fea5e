import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useCalmly } from './useCalmly';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function begin() {
  const action = vi.fn<() => void>();
  const { result, unmount } = renderHook(() => useCalmly(action));
  return { action, ask: result.current, leave: unmount };
}

it('acts once, a second after it was asked for last', () => {
  const { action, ask } = begin();
  ask();
  vi.advanceTimersByTime(900);
  ask();
  vi.advanceTimersByTime(900);
  expect(action).not.toHaveBeenCalled();
  vi.advanceTimersByTime(100);
  expect(action).toHaveBeenCalledTimes(1);
});

it('acts at once for who leaves before', () => {
  const { action, ask, leave } = begin();
  ask();
  leave();
  expect(action).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(5_000);
  expect(action).toHaveBeenCalledTimes(1);
});

it('does nothing that was not asked for', () => {
  const { action, leave } = begin();
  leave();
  vi.advanceTimersByTime(5_000);
  expect(action).not.toHaveBeenCalled();
});
