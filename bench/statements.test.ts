import { expect, it } from 'vitest';
import { selectInsert, type Plan, selectReads, createReplay } from './statements';

const ID = '0189d2a4-7a68-4d5e-9a6b-0f6f3c1d2e3f';
const OTHER_ID = '7c1f0f5a-2b9e-4c57-8f0a-5d4c3b2a1908';
const ACCOUNT = '11111111-2222-4333-8444-555555555555';

const plan = (id: string, trackingId: string): Plan => [
  { text: 'select 1', values: [ACCOUNT] },
  [
    { text: 'insert into "referral" (…) values ($1, $2, $3)', values: [id, trackingId, 'Robin'] },
    { text: 'insert into "audit_event" (…) values ($1, $2)', values: [`{${id}}`, 7] },
  ],
];

const valuesOf = (sent: Plan) => sent.flat().map(({ values }) => values);

it('renews every value that differs between the calls, and nothing else', () => {
  const next = createReplay(plan(ID, 'R-AAAA-BBBB'), plan(OTHER_ID, 'R-CCCC-DDDD'));
  const [one, two] = [valuesOf(next()), valuesOf(next())];
  for (const [account, referral, audit] of [one, two]) {
    const [id, trackingId, name] = referral ?? [];
    expect(account).toEqual([ACCOUNT]);
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect([ID, OTHER_ID]).not.toContain(id);
    expect(trackingId).toMatch(/^R-\w{4}-\w{4}$/);
    expect(name).toBe('Robin');
    expect(audit).toEqual([`{${String(id)}}`, 7]);
  }
  expect(one).not.toEqual(two);
  expect(next().map((part) => 'text' in part)).toEqual([true, false]);
});

it('keeps the values that are the same in both calls', () => {
  const same = plan(ID, 'R-AAAA-BBBB');
  expect(createReplay(same, same)()).toEqual(same);
});

it('refuses two calls that sent different statements', () => {
  const whole = plan(ID, 'R-AAAA-BBBB');
  expect(() => createReplay(whole, whole.slice(1))).toThrow('different statements');
});

it('selects the reads, and the insert of the referral', () => {
  const whole = plan(ID, 'R-AAAA-BBBB');
  const texts = (part: Plan) => part.flat().map(({ text }) => text);
  expect(texts(selectReads(whole))).toEqual(['select 1']);
  expect(texts(selectInsert(whole))).toEqual(['insert into "referral" (…) values ($1, $2, $3)']);
});
