/** The keys that lead into the rows and from row to row, and the one that leads to a new note. */
import { act, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { recordAnswers } from '../../../../tests/support/historyFixtures';
import { setDesktopWidth, setPhoneWidth } from '../../../../tests/support/screenWidth';
import { makeReferral, renderStaffApp } from '../../../../tests/support/staffApp';
import { stubWorklist } from '../../../../tests/support/worklist';

const PEOPLE = ['Ada', 'Ben', 'Cleo'].map((first_name, at) =>
  makeReferral({ _id: `r${at + 1}`, first_name }),
);

async function openList() {
  const app = await renderStaffApp({
    answers: { ...stubWorklist({ items: PEOPLE }), ...recordAnswers },
  });
  await row('Ada');
  return app;
}

const row = (name: string) => screen.findByRole('link', { name: `${name} Harper` });
const search = () =>
  screen.getByRole('searchbox', { name: 'Find by name, birth date, phone or tracking ID' });
const checkboxOf = (name: string) => screen.getByRole('checkbox', { name: new RegExp(name) });

afterEach(() => {
  document.cookie = 'shortcutKeys=on; path=/; max-age=0';
  setDesktopWidth();
});

describe('the arrows', () => {
  it.each([
    ['a table', setDesktopWidth],
    ['compact rows', setPhoneWidth],
  ])('go from the search to the rows of %s, on, and back', async (_what, setWidth) => {
    setWidth();
    const { user } = await openList();
    await user.click(search());
    await user.keyboard('{ArrowDown}');
    expect(await row('Ada')).toHaveFocus();
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(await row('Cleo')).toHaveFocus();
    await user.keyboard('{ArrowDown}');
    expect(await row('Cleo')).toHaveFocus();
    await user.keyboard('{ArrowUp}{ArrowUp}');
    expect(await row('Ada')).toHaveFocus();
    await user.keyboard('{ArrowUp}');
    expect(search()).toHaveFocus();
  });

  it('go from checkbox to checkbox, so that Space selects row by row', async () => {
    const { user } = await openList();
    act(() => checkboxOf('Ada').focus());
    await user.keyboard(' {ArrowDown} ');
    expect(checkboxOf('Ben')).toHaveFocus();
    expect(checkboxOf('Ada')).toBeChecked();
    expect(checkboxOf('Ben')).toBeChecked();
  });
});

describe('Arrow down after a text', () => {
  it('searches, and goes to the first row that was found', async () => {
    const { user, inputsOf } = await openList();
    await user.type(search(), 'Harper{ArrowDown}');
    expect(await row('Ada')).toHaveFocus();
    expect(inputsOf('listWorklist').map(({ body }) => body)).toEqual([
      expect.not.objectContaining({ q: expect.anything() }),
      expect.objectContaining({ q: 'Harper' }),
    ]);
    await user.keyboard('{Enter}');
    expect(
      await screen.findByRole('dialog', { name: 'Referral Status for: Ada Harper' }),
    ).toBeVisible();
    await user.keyboard('{Escape}');
    expect(await row('Ada')).toHaveFocus();
  });
});

describe('j and k', () => {
  it('go to the first row from anywhere, and from row to row', async () => {
    const { user } = await openList();
    await user.keyboard('k');
    expect(document.activeElement?.closest('[data-row]')).toBeNull();
    await user.keyboard('j');
    expect(await row('Ada')).toHaveFocus();
    await user.keyboard('jj');
    expect(await row('Cleo')).toHaveFocus();
    await user.keyboard('k');
    expect(await row('Ben')).toHaveFocus();
  });

  it('are letters in a field', async () => {
    const { user } = await openList();
    await user.type(search(), 'jk');
    expect(search()).toHaveFocus();
    expect(search()).toHaveValue('jk');
  });

  it('do nothing once the switch has turned them off', async () => {
    const { user } = await openList();
    await user.keyboard('?');
    await user.click(screen.getByRole('checkbox', { name: 'Use single-key shortcuts' }));
    await user.keyboard('{Escape}j');
    expect(document.activeElement?.closest('[data-row]')).toBeNull();
  });
});

it('n leads from anywhere in a record to the new note', async () => {
  const { user } = await openList();
  await user.click(await row('Ada'));
  const note = await screen.findByLabelText(/^Add a note/);
  expect(note).toHaveAttribute('aria-keyshortcuts', 'n');
  await user.keyboard('n');
  expect(note).toHaveFocus();
  await user.keyboard('no answer');
  expect(note).toHaveValue('no answer');
});
