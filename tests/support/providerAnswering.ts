import { vi } from 'vitest';
import type { Api } from '../../src/api/createApi';
import { createDataProvider } from '../../src/dataProvider/dataProvider';

/** Takes any call; what it answers, each test says. */
export type Call = (...input: unknown[]) => Promise<never>;

/** An API of which only the calls matter. */
export function apiCalling(call: Call): Api {
  return {
    call,
    callForAnswer: call,
    refresh: async () => false,
    resending: { get: () => false, subscribe: () => () => {} },
    prepare() {},
    followOffers() {},
    reconnecting: { get: () => false, subscribe: () => () => {} },
  };
}

/** The data provider on a backend that answers every call alike. */
export function providerAnswering(answer: unknown) {
  const call = vi.fn<Call>().mockResolvedValue(answer as never);
  return { call, provider: createDataProvider(apiCalling(call)) };
}
