import { expect, it } from 'vitest';
import { labelAccounts } from './accountLabels';

const labelsOf = (...accounts: Parameters<typeof labelAccounts>[0]) =>
  Object.fromEntries(labelAccounts(accounts));

it('labels accounts by name', () => {
  const accounts = [
    { id: 'm1', fullname: 'Pat Doe', username: 'pat@clinic.example' },
    { id: 'm2', fullname: 'Lee Novak' },
  ];
  expect(labelsOf(...accounts)).toEqual({ m1: 'Pat Doe', m2: 'Lee Novak' });
});

it('adds the email to names that are the same, however they are written', () => {
  expect(
    labelsOf(
      { id: 'm1', fullname: 'María González', username: 'north@clinic.example' },
      { id: 'm2', fullname: 'Lee Novak', username: 'lee@clinic.example' },
      { id: 'm3', fullname: 'MARIA GONZALEZ', username: 'south@clinic.example' },
    ),
  ).toEqual({
    m1: 'María González (north@clinic.example)',
    m2: 'Lee Novak',
    m3: 'MARIA GONZALEZ (south@clinic.example)',
  });
});

it('numbers equal names by their ids where the server sends names alone', () => {
  const [first, second] = [
    { id: 'm1', fullname: 'María González' },
    { id: 'm2', fullname: 'María González' },
  ];
  const labels = { m1: 'María González (1)', m2: 'María González (2)' };
  expect(labelsOf(first, second)).toEqual(labels);
  expect(labelsOf(second, first)).toEqual(labels);
});

it('isolates a name of the other direction from its mark', () => {
  const namesakes = ['m1', 'm2'].map((id) => ({ id, fullname: 'سارة' }));
  expect(labelsOf(...namesakes)).toEqual({
    m1: '\u2068سارة\u2069 (1)',
    m2: '\u2068سارة\u2069 (2)',
  });
});
