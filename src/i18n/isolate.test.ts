import { describe, expect, it } from 'vitest';
import { isolate, isolateValues } from './isolate';

const isolated = (text: string) => `\u2068${text}\u2069`;

describe('isolate', () => {
  it.each([
    ['Arabic', 'محمد 12'],
    ['Hebrew after a Latin letter', 'A עברית'],
    ['Thaana, N’Ko and Syriac', 'ދިވެހި ߒߞߏ ܐܪܡ'],
    ['Arabic presentation forms', '\ufdfd'],
    ['Adlam, beyond the basic plane', '\u{1e900}'],
    ['an override', '\u202eabc'],
  ])('isolates %s', (_what, text) => {
    expect(isolate(text)).toBe(isolated(text));
  });

  it.each(['Robin O’Brien', 'José Ñúñez', '李小龍', 'สมชาย', 'Ελένη', '123 (4)', '…!?', '👩‍👧', ''])(
    'leaves %j unchanged, which does not affect the text around it',
    (text) => {
      expect(isolate(text)).toBe(text);
    },
  );
});

describe('isolateValues', () => {
  it('isolates only strings', () => {
    expect(isolateValues({ name: 'محمد', site: 'Lincoln', smart_count: 3 })).toEqual({
      name: isolated('محمد'),
      site: 'Lincoln',
      smart_count: 3,
    });
    expect(isolateValues(undefined)).toBeUndefined();
  });
});
