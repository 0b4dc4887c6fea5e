import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createI18n } from '../i18n/createI18n';
import { I18nProvider } from '../i18n/I18nProvider';
import { SingleSelect } from './SingleSelect';
import type { Option } from './useSelectMenu';

const options = ['Northside High', 'Southside High'].map((label) => ({ value: label, label }));

function Example({ options: offered = options }: { options?: readonly Option[] }) {
  const [chosen, setChosen] = useState<Option | null>(null);
  return (
    <SingleSelect
      label="Site"
      name="site"
      options={offered}
      chosen={chosen}
      onChange={setChosen}
      emptyText="No options"
    />
  );
}

async function open(offered?: readonly Option[]) {
  render(
    <I18nProvider i18n={await createI18n('en')}>
      <Example {...(offered && { options: offered })} />
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

describe.each([
  ['with their emails', 'María González (north@x.example)', 'María González (south@x.example)'],
  ['with numbers', 'María González (1)', 'María González (2)'],
  ['alike', 'María González', 'María González'],
])('two of one name, %s', (_how, first, second) => {
  const alias = 'María González';
  const offered = [
    { value: 'm1', label: first, alias },
    { value: 'm2', label: second, alias },
    { value: 'm3', label: 'María Gonzálezabal' },
  ];

  it.each(['maria gonzalez', first])('are not chosen by typing %s and Tab', async (text) => {
    const input = await open(offered);
    const user = userEvent.setup();
    await user.type(input, text);
    await user.tab();
    await waitFor(() => expect(input).toHaveAttribute('aria-expanded', 'false'));
    expect(input).toHaveValue('');
  });

  it.each(['maria gonzalez', first])(
    'are not chosen by typing %s and Enter: the list stays open',
    async (text) => {
      const sends = vi.fn<(event: { preventDefault: () => void }) => void>();
      sends.mockImplementation((event) => event.preventDefault());
      render(
        <I18nProvider i18n={await createI18n('en')}>
          <form onSubmit={sends}>
            <Example options={offered} />
          </form>
        </I18nProvider>,
      );
      const input = screen.getByLabelText('Site');
      const user = userEvent.setup();
      await user.type(input, text);
      expect(input.getAttribute('aria-activedescendant') || null).toBeNull();
      await user.keyboard('{Enter}');
      expect(input).toHaveValue(text);
      expect(optionNames()).toContain(first);
      expect(sends).not.toHaveBeenCalled();
    },
  );

  it('are chosen by an arrow key and Enter, or a click', async () => {
    const input = await open(offered);
    const user = userEvent.setup();
    const active = () =>
      document.getElementById(input.getAttribute('aria-activedescendant') ?? '')?.textContent;
    await user.type(input, 'maria gonz');
    await user.keyboard('{ArrowDown}');
    expect(active()).toBe(first);
    await user.keyboard('{ArrowDown}');
    expect(active()).toBe(second);
    await user.keyboard('{Enter}');
    expect(input).toHaveValue(second);
    await user.clear(input);
    await user.type(input, 'maria gonz');
    await user.click(screen.getAllByRole('option')[0] as HTMLElement);
    expect(input).toHaveValue(first);
  });

  it('leave another name to Enter', async () => {
    const input = await open(offered);
    const user = userEvent.setup();
    await user.type(input, 'gonzalezabal{Enter}');
    expect(input).toHaveValue('María Gonzálezabal');
  });
});
