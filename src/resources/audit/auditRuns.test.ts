import { describe, expect, it } from 'vitest';
import type { AuditEntry } from '../../../contract/entities/audit';
import { foldReads, isRun, withOpenRuns } from './auditRuns';

const actor = (id: string) => ({ id, fullname: id, username: `${id}@clinic.example` });

/** A read by Ana at this minute of an hour. */
const read = (id: number, changes: Partial<AuditEntry> = {}): AuditEntry => ({
  id,
  at: new Date(Date.UTC(2026, 10, 20, 12, id)).toISOString(),
  action: 'listWorklist',
  outcome: 'done',
  ip: '198.51.100.7',
  actor: actor('ana'),
  records: [],
  recordCount: 0,
  ...changes,
});

/** The ids of the entries of each row. */
const idsOf = (entries: readonly AuditEntry[]) =>
  foldReads(entries).map((row) => (isRun(row) ? row.reads.map(({ id }) => id) : row.id));

describe('folding', () => {
  it('makes one row of reads that follow one another', () => {
    expect(idsOf([read(4), read(3), read(2)])).toEqual([[4, 3, 2]]);
    expect(idsOf([read(1)])).toEqual([1]);
  });

  it.each([
    ['a refusal', { outcome: 'refused' }],
    ['a login', { action: 'login' }],
    ['a logout', { action: 'logout' }],
    ['a change', { action: 'updateReferral' }],
    ['an action of a newer server', { action: 'exportAll' }],
    ['a visitor', { actor: null }],
  ] as const)('never folds %s', (_what, changes) => {
    const entries = [read(6), read(5), read(4, changes), read(3, changes), read(2), read(1)];
    expect(idsOf(entries)).toEqual([[6, 5], 4, 3, [2, 1]]);
  });

  it.each([
    ['another account', { actor: actor('bea') }],
    ['another address', { ip: '198.51.100.8' }],
    ['half an hour without a read', { at: '2026-11-20T11:31:59.000Z' }],
  ])('starts another run with %s', (_what, changes) => {
    expect(idsOf([read(4), read(3), read(2, changes), read(1, changes)])).toEqual([
      [4, 3],
      [2, 1],
    ]);
  });

  it('shows the records of all reads once each, and whether there are more', () => {
    const person = (id: string) => ({ id, kind: 'referral' as const, name: id });
    const both = [
      read(2, { records: [person('x')], recordCount: 1 }),
      read(1, { records: [person('x'), person('y')], recordCount: 2 }),
    ];
    expect(foldReads(both)).toMatchObject([
      { records: [person('x'), person('y')], recordCount: 2 },
    ]);
    const cut = [read(2), read(1, { records: [person('x')], recordCount: 9 })];
    expect(foldReads(cut)).toMatchObject([{ records: [person('x')], recordCount: 2 }]);
  });

  it('keeps the id of a run that newer reads make longer', () => {
    const [before] = foldReads([read(3), read(2)]);
    const [after] = foldReads([read(4), read(3), read(2)]);
    expect(after?.id).toBe(before?.id);
  });
});

it('the entries of an open run follow it', () => {
  const rows = foldReads([read(4, { action: 'addNote' }), read(3), read(2)]);
  const open = new Set([String(rows[1]?.id)]);
  expect(withOpenRuns(rows, open).map(({ id }) => id)).toEqual([4, 'run-2', 3, 2]);
  expect(withOpenRuns(rows, new Set()).map(({ id }) => id)).toEqual([4, 'run-2']);
});
