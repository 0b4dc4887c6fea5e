import { describe, expect, it } from 'vitest';
import { createKeyedHmac } from '../../limits';
import { type Place, readPlace, signPlace } from './place';

const hmac = createKeyedHmac('a secret of more than thirty-two characters');
const PLACE: Place = {
  id: 'r1',
  status: 'Pending',
  entered: '2026-11-27 09:00:00.123456+00',
  name: 'núñez josé',
  siteId: 's1',
  siteName: 'álamo',
};

describe('a place', () => {
  it('is read as it was signed', () => {
    expect(readPlace(hmac, signPlace(hmac, PLACE))).toEqual(PLACE);
  });

  it('has nothing but the sort values of the row', () => {
    const text = signPlace(hmac, { ...PLACE, notes: 'private' } as Place);
    expect(readPlace(hmac, text)).toEqual(PLACE);
    expect(Buffer.from(text.split('.')[0] ?? '', 'base64url').toString()).not.toContain('private');
  });

  it('is none if another version has signed it', () => {
    const text = Buffer.from(JSON.stringify({ ...PLACE, status: 'Unknown' })).toString('base64url');
    expect(readPlace(hmac, `${text}.${hmac('place', text)}`)).toBeUndefined();
  });

  it('is none without our signature', () => {
    const text = signPlace(hmac, PLACE);
    const [values = '', signature = ''] = text.split('.');
    const other = Buffer.from(JSON.stringify({ ...PLACE, id: 'r2' })).toString('base64url');
    const foreign = signPlace(createKeyedHmac('another secret of thirty-two characters'), PLACE);
    for (const forged of [
      undefined,
      '',
      'r1',
      values,
      `${values}.`,
      `${other}.${signature}`,
      foreign,
    ]) {
      expect(readPlace(hmac, forged)).toBeUndefined();
    }
  });
});
