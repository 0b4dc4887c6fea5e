import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { createI18n } from '../i18n/createI18n';
import { I18nProvider } from '../i18n/I18nProvider';
import { SingleSelect } from './SingleSelect';
import type { Option } from './useSelectMenu';

const options = ['Northside High', 'Southside High'].map((label) => ({ value: label, label }));

function Example() {
  const [chosen, setChosen] = useState<Option | null>(null);
  return (
    <SingleSelect
      label="Site"
      name="site"
      options={options}
      chosen={chosen}
      onChange={setChosen}
      emptyText="No options"
    />
  );
}

async function open() {
  render(
    <I18nProvider i18n={await createI18n('en')}>
      <Example />
    </I18nProvider>,
  );
  return screen.getByLabelText('Site');
}

const optionNames = () => screen.queryAllByRole('option').map((option) => option.textContent);

afterEach(() => {
  vi.useRealTimers();
});

it('filters the list by the typed text, and chooses the first match on Enter', async () => {
  const input = await open();
  const user = userEvent.setup();
  await user.type(input, 'SOUTH');
  expect(optionNames()).toEqual(['Southside High']);
  await user.keyboard('{Enter}');
  expect(input).toHaveValue('Southside High');
  expect(input).toHaveAttribute('aria-expanded', 'false');
});

it('chooses nothing on the Enter that ends the composition of a character', async () => {
  const input = await open();
  await userEvent.type(input, 'south');
  fireEvent.keyDown(input, { key: 'Enter', keyCode: 229 });
  expect(input).toHaveValue('south');
  fireEvent.keyDown(input, { key: 'Enter', keyCode: 13 });
  expect(input).toHaveValue('Southside High');
});

it('chooses the highlighted option on Alt with the upward arrow, and closes', async () => {
  const input = await open();
  const user = userEvent.setup();
  await user.click(input);
  await user.keyboard('{ArrowDown}{ArrowDown}{Alt>}{ArrowUp}{/Alt}');
  expect(input).toHaveValue('Southside High');
  expect(input).toHaveAttribute('aria-expanded', 'false');
});

it('shows a message when nothing matches', async () => {
  const input = await open();
  await userEvent.type(input, 'zzz');
  expect(screen.getByText('No options')).toBeVisible();
});

it('chooses nothing on blur after a partial match, and shows the previous choice again', async () => {
  const input = await open();
  const user = userEvent.setup();
  await user.type(input, 'north');
  await user.click(document.body);
  await waitFor(() => expect(input).toHaveValue(''));
});

it('chooses a label typed in full on blur', async () => {
  const input = await open();
  const user = userEvent.setup();
  await user.type(input, 'northside high');
  await user.click(document.body);
  await waitFor(() => expect(input).toHaveValue('Northside High'));
});

it('keeps the list open for 250 ms after blur', async () => {
  const input = await open();
  vi.useFakeTimers();
  act(() => input.focus());
  fireEvent.click(input);
  expect(optionNames()).toHaveLength(2);
  act(() => input.blur());
  act(() => void vi.advanceTimersByTime(249));
  expect(optionNames()).toHaveLength(2);
  act(() => void vi.advanceTimersByTime(1));
  expect(optionNames()).toHaveLength(0);
});

it('finds an option by its alias, in whole or in part, with or without accents', async () => {
  const named = [{ value: 's2', label: 'No está en la lista', alias: 'Location Not Listed' }];
  const chooses = vi.fn<(option: Option | null) => void>();
  render(
    <I18nProvider i18n={await createI18n('es')}>
      <SingleSelect
        label="Sitio"
        name="site"
        options={named}
        chosen={null}
        onChange={chooses}
        emptyText="Nada"
      />
    </I18nProvider>,
  );
  const input = screen.getByLabelText('Sitio');
  const user = userEvent.setup();
  for (const text of ['not listed', 'NO ESTA EN']) {
    await user.clear(input);
    await user.type(input, text);
    expect(optionNames()).toEqual(['No está en la lista']);
  }
  await user.clear(input);
  await user.type(input, 'location not listed');
  await user.click(document.body);
  await waitFor(() => expect(chooses).toHaveBeenLastCalledWith(named[0]));
});

it('names an existing option as the active one at every keystroke, or none', async () => {
  const input = await open();
  const user = userEvent.setup();
  await user.click(input);
  const found: (string | null | undefined)[] = [];
  const keys =
    's o u t h z z {Backspace} {Backspace} {ArrowDown} {ArrowDown} x q {ArrowDown} {ArrowUp} {Home} {End} {Escape}';
  for (const key of keys.split(' ')) {
    await user.keyboard(key);
    const active = input.getAttribute('aria-activedescendant');
    if (active) found.push(document.getElementById(active)?.getAttribute('role'));
  }
  expect(new Set(found)).toEqual(new Set(['option']));
});
