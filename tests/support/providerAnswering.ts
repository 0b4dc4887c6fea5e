import { vi } from 'vitest';
import { createDataProvider } from '../../src/dataProvider/dataProvider';

/** Takes any call; what it answers, each test says. */
export type Call = (...input: unknown[]) => Promise<never>;

/** The data provider on a backend that answers every call alike. */
export function providerAnswering(answer: unknown) {
  const call = vi.fn<Call>().mockResolvedValue(answer as never);
  return { call, provider: createDataProvider({ call, refresh: async () => false }) };
}
