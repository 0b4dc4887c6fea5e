import { expect, it } from 'vitest';
import texts from '../../../contract/languages/en.json';
import { actionChoices, LOGGED_ACTIONS } from './actionChoices';

const names: Readonly<Record<string, string>> = texts.staff.auditActions;

it('every action that has a text can be chosen, and no other', () => {
  expect(LOGGED_ACTIONS.toSorted()).toEqual(Object.keys(names).toSorted());
});

it('actions of one name are one choice, and reads are apart from the others', () => {
  const { changes, reads } = actionChoices((action) => names[action] ?? action, 'en');
  expect(reads).toContainEqual(
    expect.objectContaining({
      label: 'Viewed the referral list',
      value: 'listReferrals,listWorklist',
    }),
  );
  expect(changes.map(({ value }) => value)).toEqual(
    expect.arrayContaining(['login', 'deleteSite', 'moreRefusals']),
  );
  const labels = changes.map(({ label }) => label);
  expect(labels).toEqual(labels.toSorted((one, other) => one.localeCompare(other, 'en')));
});
