import { dayIn } from '../calendar';
import { addDays } from '../calendarDays';
import { describe, expect, it } from 'vitest';
import { referralSubmissionSchema } from './referral';

const right = {
  substance: ['Alcohol-related'],
  site: { value: 's', label: 'North' },
  first_name: ' Ana ',
  last_name: 'López',
  contact_number: '+1 (555) 010-2030',
  sex: 'Other',
  dob: '2008-02-29',
  notes: 'one\r\ntwo\tthree',
};
const dobs = (dob: string) => referralSubmissionSchema.safeParse({ ...right, dob });

describe('a referral as sent', () => {
  it('is trimmed, and its notes keep their lines', () => {
    expect(referralSubmissionSchema.parse(right)).toMatchObject({
      first_name: 'Ana',
      notes: 'one\ntwo\tthree',
    });
  });

  it('flags every missing field, not only the first', () => {
    const { error } = referralSubmissionSchema.safeParse({});
    expect(error?.issues.map((issue) => issue.path[0])).toEqual([
      'substance',
      'site',
      'first_name',
      'last_name',
      'contact_number',
      'sex',
      'dob',
    ]);
  });

  it.each(['2008-02-29', '1900-01-01', '2008-02-29T23:30:00-08:00', '2008-02-29T00:00:00.000Z'])(
    'keeps the date %s as it was typed',
    (dob) => {
      expect(dobs(dob).data?.dob).toBe(dob.slice(0, 10));
    },
  );

  it.each([
    '',
    '2009-02-29',
    '1899-12-31',
    '2999-01-01',
    'now',
    'infinity',
    '29/02/2008',
    '2008-2-9',
  ])('refuses %s as a date of birth', (dob) => {
    expect(dobs(dob).success).toBe(false);
  });

  it('accepts as a date of birth what is today somewhere, and refuses tomorrow', () => {
    const first = dayIn('Pacific/Kiritimati', new Date());
    expect(dobs(first).success).toBe(true);
    expect(dobs(addDays(first, 1)).success).toBe(false);
  });

  it.each([
    ['spaces', '   '],
    ['a tab and line breaks', '\t\r\n\v\u2028'],
    ['invisible characters', '\u200b\u2800'],
    ['control characters', '\0\u0002\u001e\u0085\u009f'],
    ['half of a character', '\ud83d'],
  ])('takes a name of only %s for missing', (_name, first_name) => {
    const { error } = referralSubmissionSchema.safeParse({ ...right, first_name });
    expect(error?.issues.map(({ code, path }) => [code, ...path])).toEqual([
      ['too_small', 'first_name'],
    ]);
  });

  it('accepts names in any script', () => {
    for (const first_name of ['Zoë', '美咲', 'Ольга', 'نور', 'D’Angelo-Ruiz']) {
      expect(referralSubmissionSchema.parse({ ...right, first_name }).first_name).toBe(first_name);
    }
  });

  it.each(['12345', '123456789012345678901', 'call me'])(
    'refuses %s as a phone',
    (contact_number) => {
      expect(referralSubmissionSchema.safeParse({ ...right, contact_number }).success).toBe(false);
    },
  );

  it('refuses a repeated substance, an unknown one and none', () => {
    for (const substance of [['Alcohol-related', 'Alcohol-related'], ['Coffee-related'], []]) {
      expect(referralSubmissionSchema.safeParse({ ...right, substance }).success).toBe(false);
    }
  });
});
