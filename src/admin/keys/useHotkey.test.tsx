import { fireEvent, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { memoryStore, StoreContextProvider } from 'react-admin';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useHotkey } from './useHotkey';
import { useShortcutKeys } from './useShortcutKeys';

const pressed = vi.fn<(where: string) => void>();
beforeEach(() => pressed.mockClear());
afterEach(() => {
  document.cookie = 'shortcutKeys=on; path=/; max-age=0';
});

/** A part of a page or dialog with the key '?'. */
function Part({ name }: { name: string }) {
  const place = useRef<HTMLButtonElement>(null);
  const isOn = useHotkey('?', () => pressed(name), place);
  return (
    <button ref={place} aria-keyshortcuts={isOn ? '?' : undefined}>
      {name}
    </button>
  );
}

function Switch() {
  const { isOn, setOn } = useShortcutKeys();
  return (
    <button role="switch" aria-checked={isOn} onClick={() => setOn(!isOn)}>
      Keys
    </button>
  );
}

function renderPage(dialogs: readonly string[] = []) {
  render(
    <StoreContextProvider value={memoryStore()}>
      <Part name="page" />
      <Switch />
      <input aria-label="text" />
      <input type="checkbox" aria-label="checkbox" />
      <textarea aria-label="area" />
      <select aria-label="select" />
      <div contentEditable suppressContentEditableWarning aria-label="editable" role="textbox" />
      <div role="combobox" aria-label="combobox" aria-controls="none" aria-expanded="false" />
      <div role="listbox" aria-label="listbox" />
      {dialogs.map((name) => (
        <div key={name} role="dialog" aria-modal="true" aria-label={name}>
          <Part name={`in ${name}`} />
        </div>
      ))}
    </StoreContextProvider>,
  );
}

const button = (name: string) => screen.getByRole('button', { name });
const SHIFTED = { key: '?', code: 'Slash', shiftKey: true };
/** Whether the browser was kept from doing anything else. */
const press = (target: Element, how: object = SHIFTED) => !fireEvent.keyDown(target, how);

it.each([
  ['with Shift', SHIFTED],
  ['without, as some keyboards type it', { key: '?', code: 'KeyM' }],
  ['without a physical key, as an on-screen keyboard types it', { key: '?' }],
])('acts at once when the key is pressed %s', (_how, how) => {
  renderPage();
  expect(press(document.body, how)).toBe(true);
  expect(press(button('page'), how)).toBe(true);
  expect(pressed).toHaveBeenCalledTimes(2);
});

it.each([
  ['another key', { key: '/', code: 'Slash' }],
  ['Ctrl', { ...SHIFTED, ctrlKey: true }],
  ['Alt', { ...SHIFTED, altKey: true }],
  ['the command key', { ...SHIFTED, metaKey: true }],
])('leaves %s to the browser', (_what, how) => {
  renderPage();
  expect(press(document.body, how)).toBe(false);
  expect(pressed).not.toHaveBeenCalled();
});

it.each(['text', 'area', 'select', 'editable', 'combobox', 'listbox'])(
  'leaves a character to what takes it: %s',
  (label) => {
    renderPage();
    expect(press(screen.getByLabelText(label))).toBe(false);
    expect(pressed).not.toHaveBeenCalled();
  },
);

it('acts on a checkbox, which takes no characters', () => {
  renderPage();
  press(screen.getByLabelText('checkbox'));
  expect(pressed).toHaveBeenCalledWith('page');
});

it('ignores a key that something else has handled', () => {
  renderPage();
  const handle = (event: Event) => event.preventDefault();
  document.body.addEventListener('keydown', handle);
  press(button('page'));
  document.body.removeEventListener('keydown', handle);
  expect(pressed).not.toHaveBeenCalled();
});

it('belongs to its dialog: neither to the page below it nor to a dialog over it', () => {
  renderPage(['lower', 'upper']);
  press(document.body);
  press(button('page'));
  expect(pressed).not.toHaveBeenCalled();
  press(button('in lower'));
  press(button('in upper'));
  expect(pressed.mock.calls).toEqual([['in lower'], ['in upper']]);
});

it('can be turned off, and on again', () => {
  renderPage();
  expect(button('page')).toHaveAttribute('aria-keyshortcuts', '?');
  fireEvent.click(screen.getByRole('switch'));
  expect(press(button('page'))).toBe(false);
  expect(button('page')).not.toHaveAttribute('aria-keyshortcuts');
  expect(document.cookie).toContain('shortcutKeys=off');
  fireEvent.click(screen.getByRole('switch'));
  expect(press(button('page'))).toBe(true);
  expect(pressed).toHaveBeenCalledTimes(1);
});
