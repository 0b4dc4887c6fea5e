import { describe, expect, it } from 'vitest';
import { ApiError, readRefusal } from '../api/ApiError';
import type { Api } from '../api/createApi';
import { createFeatures } from './features';

/** Asks a server that answers, or throws, one after the other. */
function askingFor(...answers: unknown[]) {
  let asked = 0;
  const call = async () => {
    const answer = answers[asked];
    asked += 1;
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const features = createFeatures({ call, followOffers() {} } as unknown as Api);
  return { features, asked: () => asked };
}

describe('what a server offers', () => {
  it('is nothing before it has said so, and then what it names', async () => {
    const { features } = askingFor({ features: ['logout', 'something-newer'] });
    expect(features.offers('logout')).toBe(false);
    await features.load();
    expect(features.offers('logout')).toBe(true);
    expect(features.offers('formMarks')).toBe(false);
  });

  it.each([
    ['that it knows no such call', readRefusal(404, { detail: 'Not Found' })],
    ['that one must sign in', readRefusal(401, { detail: 'Not authenticated' })],
    ['nothing', undefined],
    ['a text', '<!doctype html>'],
    ['a list', []],
    ['features in another shape', { features: { logout: true } }],
    ['features that are no names', { features: [null, 7, { name: 'logout' }] }],
  ])('is nothing when it answers %s, and it is not asked again', async (_what, answer) => {
    const { features, asked } = askingFor(answer, { features: ['logout'] });
    await features.load();
    await features.load();
    expect(features.offers('logout')).toBe(false);
    expect(asked()).toBe(1);
  });

  it.each([
    ['no answer came', new ApiError('network')],
    ['it came too late', new ApiError('timeout')],
    ['the server had trouble', readRefusal(502, '<html>')],
  ])('is asked for again when %s', async (_what, failure) => {
    const { features, asked } = askingFor(failure, { features: ['logout'] });
    await features.load();
    expect(features.offers('logout')).toBe(false);
    await features.load();
    expect(features.offers('logout')).toBe(true);
    expect(asked()).toBe(2);
  });

  it('is asked for once by all who want to know at the same time', async () => {
    const { features, asked } = askingFor({ features: [] });
    await Promise.all([features.load(), features.load(), features.load()]);
    expect(asked()).toBe(1);
  });
});
