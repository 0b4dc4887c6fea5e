import { describe, expect, it } from 'vitest';
import { ApiError, parseErrorResponse } from '../api/ApiError';
import type { Api } from '../api/client';
import { createFeatures } from './services';

/** Features of a server that gives these answers, or throws these errors, in turn. */
function askingFor(...answers: unknown[]) {
  let asked = 0;
  const call = async () => {
    const answer = answers[asked];
    asked += 1;
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const features = createFeatures({ call, setFeatures() {} } as unknown as Api);
  return { features, asked: () => asked };
}

describe('the features of a server', () => {
  it('are none before the answer, then those it names', async () => {
    const { features } = askingFor({ features: ['logout', 'something-newer'] });
    expect(features.offers('logout')).toBe(false);
    await features.load();
    expect(features.offers('logout')).toBe(true);
    expect(features.offers('formMarks')).toBe(false);
  });

  it.each([
    ['404', parseErrorResponse(404, { detail: 'Not Found' })],
    ['401', parseErrorResponse(401, { detail: 'Not authenticated' })],
    ['nothing', undefined],
    ['text', '<!doctype html>'],
    ['a list', []],
    ['features in another shape', { features: { logout: true } }],
    ['features that are not names', { features: [null, 7, { name: 'logout' }] }],
  ])('are none when it answers %s, without another request', async (_what, answer) => {
    const { features, asked } = askingFor(answer, { features: ['logout'] });
    await features.load();
    await features.load();
    expect(features.offers('logout')).toBe(false);
    expect(asked()).toBe(1);
  });

  it.each([
    ['no answer came', new ApiError('network')],
    ['it timed out', new ApiError('timeout')],
    ['the server failed', parseErrorResponse(502, '<html>')],
  ])('are requested again when %s', async (_what, failure) => {
    const { features, asked } = askingFor(failure, { features: ['logout'] });
    await features.load();
    expect(features.offers('logout')).toBe(false);
    await features.load();
    expect(features.offers('logout')).toBe(true);
    expect(asked()).toBe(2);
  });

  it('are requested once for concurrent callers', async () => {
    const { features, asked } = askingFor({ features: [] });
    await Promise.all([features.load(), features.load(), features.load()]);
    expect(asked()).toBe(1);
  });
});
