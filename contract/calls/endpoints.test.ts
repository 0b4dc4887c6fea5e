import { expect, it } from 'vitest';
import { z } from 'zod';
import type { Call } from './call';
import { allCalls } from './index';
import { isSafe } from './endpoints';

/** What a schema describes, in the words of `answers`. */
function kindOf(schema: z.ZodType): 'list' | 'page' | 'object' {
  const { type, properties } = z.toJSONSchema(schema, { unrepresentable: 'any' });
  if (type === 'array') return 'list';
  expect(type).toBe('object');
  const { items } = properties ?? {};
  return typeof items === 'object' && items.type === 'array' ? 'page' : 'object';
}

const JSON_CALLS = Object.entries<Call>(allCalls).filter(([, { answers }]) => answers !== 'file');

it.each(JSON_CALLS)('%s answers what its schema describes', (_name, { answers, response }) => {
  expect(answers === 'none' ? 'object' : answers).toBe(kindOf(response));
});

it('only changes, and the check of a reset link, have a response that clients ignore', () => {
  const reads = JSON_CALLS.filter(([, call]) => isSafe(call) && call.answers === 'none');
  expect(reads.map(([name]) => name)).toEqual(['checkResetToken']);
});
