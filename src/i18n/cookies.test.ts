import { afterEach, expect, it, vi } from 'vitest';
import { readCookie, writeCookie } from './cookies';

afterEach(() => vi.restoreAllMocks());

it('reads what it has written, by its whole name', () => {
  writeCookie('lang', 'es');
  writeCookie('language', 'fr');
  expect(readCookie('lang')).toBe('es');
  expect(readCookie('language')).toBe('fr');
  expect(readCookie('ang')).toBeUndefined();
});

it('reads and writes nothing where the browser refuses', () => {
  const refuse = () => {
    throw new DOMException('Access is denied for this document.', 'SecurityError');
  };
  vi.spyOn(document, 'cookie', 'get').mockImplementation(refuse);
  vi.spyOn(document, 'cookie', 'set').mockImplementation(refuse);
  writeCookie('lang', 'es');
  expect(readCookie('lang')).toBeUndefined();
});
