import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { createI18n } from '../i18n/createI18n';
import { I18nProvider } from '../i18n/I18nProvider';
import { MultiSelect } from './MultiSelect';

const options = ['Alcohol', 'Cannabis', 'Opioid'].map((label) => ({ value: label, label }));

function Example() {
  const [chosen, setChosen] = useState<string[]>([]);
  return (
    <MultiSelect
      label="Substance"
      name="substance"
      options={options}
      chosen={chosen}
      onChange={setChosen}
      emptyText="No options"
    />
  );
}

it('names an existing option as the active one at every keystroke, or none', async () => {
  render(
    <I18nProvider i18n={await createI18n('en')}>
      <Example />
    </I18nProvider>,
  );
  const input = screen.getByLabelText('Substance');
  const user = userEvent.setup();
  await user.click(input);
  const found = [];
  const keys =
    '{ArrowDown} {ArrowDown} {ArrowDown} c a q {Enter} {Backspace} {Enter} z z {ArrowDown} {ArrowUp} {PageDown} {Escape}';
  for (const key of keys.split(' ')) {
    await user.keyboard(key);
    const active = input.getAttribute('aria-activedescendant');
    if (active) found.push(document.getElementById(active)?.textContent);
  }
  expect(found).not.toHaveLength(0);
  expect(found).not.toContain(undefined);
});

it('chooses a second option at once after the pointer has moved to it', async () => {
  render(
    <I18nProvider i18n={await createI18n('en')}>
      <Example />
    </I18nProvider>,
  );
  const user = userEvent.setup();
  await user.click(screen.getByLabelText('Substance'));
  await user.click(screen.getByRole('option', { name: 'Alcohol' }));
  // Without `act`, as in a browser: the click comes between the rendering of the movement and its effects.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  const option = screen.getByRole('option', { name: 'Opioid' });
  option.dispatchEvent(new MouseEvent('mousemove', { bubbles: true }));
  await new Promise((resolve) => {
    new MutationObserver(resolve).observe(option, { attributes: true });
  });
  option.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  await waitFor(() => expect(option).toHaveAttribute('aria-selected', 'true'));
  vi.unstubAllGlobals();
});
