import { expect, it } from 'vitest';
import { type BulkRow, toBatches, toRetryBatches, toRows, toUndoBatches } from './bulkRun';

const people = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `r${index}`,
    first_name: 'Robin',
    last_name: `${index}`,
    version: 1,
  }));

it('makes a call for each hundred referrals', () => {
  const batches = toBatches({ action: 'status', status: 'Processed' }, people(201));
  expect(batches.map(({ body }) => body.items.length)).toEqual([100, 100, 1]);
  expect(batches[2]?.body).toEqual({
    action: 'status',
    status: 'Processed',
    items: [{ id: 'r200', version: 1 }],
  });
});

it('sends no version if the record has none', () => {
  const [record] = people(1).map(({ version: _version, ...rest }) => rest);
  const [batch] = toBatches({ action: 'owner', owner: null }, record ? [record] : []);
  expect(batch?.body).toEqual({ action: 'owner', owner: null, items: [{ id: 'r0' }] });
});

it("reports the outcome 'unknown' for a referral that the response leaves out", () => {
  const [batch] = toBatches({ action: 'release' }, people(2));
  const rows = batch ? toRows(batch, [{ id: 'r1', outcome: 'done' }]) : [];
  expect(rows.map(({ outcome }) => outcome)).toEqual(['unknown', 'done']);
});

it('restores the former status of each referral, in the version after the change', () => {
  const [one, two, three, four] = people(4);
  if (!one || !two || !three || !four) throw new Error('Four people');
  const rows: BulkRow[] = [
    {
      record: one,
      outcome: 'done',
      result: { id: 'r0', outcome: 'done', version: 2, from: 'Pending' },
    },
    {
      record: two,
      outcome: 'done',
      result: { id: 'r1', outcome: 'done', version: 5, from: 'Processed' },
    },
    {
      record: three,
      outcome: 'unchanged',
      result: { id: 'r2', outcome: 'unchanged', version: 1, from: 'Pending' },
    },
    {
      record: four,
      outcome: 'stale',
      result: { id: 'r3', outcome: 'stale', version: 3, from: 'Pending' },
    },
  ];
  expect(toUndoBatches(rows).map(({ body }) => body)).toEqual([
    { action: 'status', status: 'Pending', items: [{ id: 'r0', version: 2 }] },
    { action: 'status', status: 'Processed', items: [{ id: 'r1', version: 5 }] },
  ]);
});

it('retries only referrals that somebody else has changed, in their current version', () => {
  const batches = toBatches({ action: 'status', status: 'Processed' }, people(3));
  const [first] = batches;
  if (!first) throw new Error('One call');
  const rows = toRows(first, [
    { id: 'r0', outcome: 'done', version: 2 },
    { id: 'r1', outcome: 'stale', version: 7 },
    { id: 'r2', outcome: 'missing' },
  ]);
  expect(toRetryBatches(rows, batches).map(({ body }) => body)).toEqual([
    { action: 'status', status: 'Processed', items: [{ id: 'r1', version: 7 }] },
  ]);
});

it('restores the reason why a referral had ended with its status, unless that may be another one by now', () => {
  const [one, two, three, four] = people(4);
  if (!one || !two || !three || !four) throw new Error('Four people');
  const ended = (record: BulkRow['record']): BulkRow => ({
    record,
    outcome: 'done',
    result: { id: record.id, outcome: 'done', version: 2, from: 'Declined Services' },
  });
  const moved = { end_reason: 'moved', end_note: 'To Fresno' } as const;
  const rows = [
    ended({ ...one, ...moved }),
    ended({ ...two, end_reason: null, end_note: null }),
    ended(three),
    ended({ ...four, ...moved }),
  ];
  const status = { action: 'status', status: 'Declined Services' };
  expect(toUndoBatches(rows).map(({ body }) => body)).toEqual([
    {
      ...status,
      ...moved,
      items: [
        { id: 'r0', version: 2 },
        { id: 'r3', version: 2 },
      ],
    },
    { ...status, end_reason: null, end_note: '', items: [{ id: 'r1', version: 2 }] },
    { ...status, items: [{ id: 'r2', version: 2 }] },
  ]);
  const batches = toBatches({ action: 'status', status: 'Processed' }, [{ ...one, ...moved }]);
  const [first] = batches;
  if (!first) throw new Error('One call');
  const stale = toRows(first, [{ id: 'r0', outcome: 'stale', version: 7 }]);
  expect(toRetryBatches(stale, batches)[0]?.records).toEqual([{ ...one, version: 7 }]);
});
