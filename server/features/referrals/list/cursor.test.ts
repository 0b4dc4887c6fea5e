import { describe, expect, it } from 'vitest';
import { createKeyedHmac } from '../../limits';
import { type Cursor, readCursor, signCursor } from './cursor';

const hmac = createKeyedHmac('a secret of more than thirty-two characters');
const CURSOR: Cursor = {
  id: 'r1',
  status: 'Pending',
  entered: '2026-11-27 09:00:00.123456+00',
  waits: null,
  name: 'núñez josé',
  siteId: 's1',
  siteName: 'álamo',
};

describe('a cursor', () => {
  it('is read as it was signed', () => {
    expect(readCursor(hmac, signCursor(hmac, CURSOR))).toEqual(CURSOR);
  });

  it('has nothing but the sort values of the row', () => {
    const text = signCursor(hmac, { ...CURSOR, notes: 'private' } as Cursor);
    expect(readCursor(hmac, text)).toEqual(CURSOR);
    expect(Buffer.from(text.split('.')[0] ?? '', 'base64url').toString()).not.toContain('private');
  });

  it('is undefined if another version signed it with other values', () => {
    const text = Buffer.from(JSON.stringify({ ...CURSOR, status: 'Unknown' })).toString(
      'base64url',
    );
    expect(readCursor(hmac, `${text}.${hmac('place', text)}`)).toBeUndefined();
  });

  it('is undefined without a valid signature', () => {
    const text = signCursor(hmac, CURSOR);
    const [values = '', signature = ''] = text.split('.');
    const other = Buffer.from(JSON.stringify({ ...CURSOR, id: 'r2' })).toString('base64url');
    const foreign = signCursor(createKeyedHmac('another secret of thirty-two characters'), CURSOR);
    for (const forged of [
      undefined,
      '',
      'r1',
      values,
      `${values}.`,
      `${other}.${signature}`,
      foreign,
    ]) {
      expect(readCursor(hmac, forged)).toBeUndefined();
    }
  });
});
