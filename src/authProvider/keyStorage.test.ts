import { describe, expect, it } from 'vitest';
import { memoryStorage } from '../../tests/support/fakeSession';
import { openStorage } from './keyStorage';

const refuse = (): never => {
  throw new DOMException('Access is denied for this document.', 'SecurityError');
};

/** A storage of which these calls fail. */
const failing = (...calls: ('getItem' | 'setItem')[]): Storage =>
  Object.assign(memoryStorage(), Object.fromEntries(calls.map((call) => [call, refuse])));

describe.each<[string, () => Storage]>([
  ['throws', refuse],
  ['is null', () => null as unknown as Storage],
  ['cannot be read', () => failing('getItem', 'setItem')],
  ['cannot be written to', () => failing('setItem')],
])('a browser whose storage %s', (_how, open) => {
  it('keeps texts in memory, until they are removed', () => {
    const storage = openStorage(open);
    expect(storage.getItem('token')).toBeNull();
    storage.setItem('token', 'one');
    expect(storage.getItem('token')).toBe('one');
    storage.removeItem('token');
    expect(storage.getItem('token')).toBeNull();
  });

  it('says that nothing outlasts the page, before anything was stored', () => {
    expect(openStorage(open).isPersistent()).toBe(false);
  });
});

it('removes from a storage that has become full, and leaves no earlier text in it', () => {
  const browser = memoryStorage();
  const storage = openStorage(() => browser);
  storage.setItem('token', 'one');
  storage.setItem('other', 'one');
  browser.setItem = refuse;
  storage.setItem('token', 'two');
  expect(browser.getItem('token')).toBeNull();
  expect(storage.getItem('token')).toBe('two');
  storage.removeItem('other');
  expect(browser).toHaveLength(0);
});

it('uses the storage of the browser, and leaves nothing of its own in it', () => {
  const browser = memoryStorage();
  const storage = openStorage(() => browser);
  expect(storage.isPersistent()).toBe(true);
  expect(browser).toHaveLength(0);
  storage.setItem('token', 'one');
  expect(browser.getItem('token')).toBe('one');
  browser.setItem('token', 'two');
  expect(storage.getItem('token')).toBe('two');
  storage.removeItem('token');
  expect(browser).toHaveLength(0);
});
