import { vi } from 'vitest';
import type { Feature } from '../../contract/calls/extras';
import type { Api } from '../../src/api/client';
import { createDataProvider } from '../../src/dataProvider/dataProvider';
import type { Features } from '../../src/api/client';

/** A stub for any call. Each test sets its result. */
export type Call = (...input: unknown[]) => Promise<never>;

/** An API stub that passes every call to `call`. */
export function createStubApi(call: Call): Api {
  return {
    call,
    callForAnswer: call,
    refresh: async () => false,
    resending: { get: () => false, subscribe: () => () => {} },
    preload() {},
    setFeatures() {},
    reconnecting: { get: () => false, subscribe: () => () => {} },
  };
}

/** A server with these features beyond the specification. */
export const stubFeatures = (...offered: Feature[]): Features => ({
  load: async () => {},
  offers: (feature) => offered.includes(feature),
});

/** A data provider on a backend that returns `answer` to every call. */
export function createStubProvider(answer: unknown, ...offered: Feature[]) {
  const call = vi.fn<Call>().mockResolvedValue(answer as never);
  return { call, provider: createDataProvider(createStubApi(call), stubFeatures(...offered)) };
}
