import { expect, it } from 'vitest';
import { z } from 'zod';
import type { Call } from './call';
import { allCalls } from './index';
import { isReadAction } from '../staffConstants';
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

it('a call of signed-in people is named as a read if it only reads: an index of the audit trail relies on it', () => {
  const audited = Object.entries<Call>(allCalls).filter(([, { access }]) => access !== 'public');
  const named = audited.filter(([name]) => isReadAction(name)).map(([name]) => name);
  expect(named).toEqual(audited.filter(([, call]) => isSafe(call)).map(([name]) => name));
});
