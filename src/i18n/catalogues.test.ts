import { describe, expect, it } from 'vitest';
import { LANGUAGES } from './createI18n';

type Node = string | { readonly [key: string]: Node };

const files = import.meta.glob<{ messages: Node }>('./catalogues/*/*.ts', { eager: true });
const texts = (language: string) =>
  new Map(
    ['everyone', 'staff'].flatMap((part) =>
      flatten(files[`./catalogues/${language}/${part}.ts`]?.messages ?? {}),
    ),
  );
const english = texts('en');

function flatten(node: Node, path = ''): [string, string][] {
  if (typeof node === 'string') return [[path, node]];
  return Object.entries(node).flatMap(([key, child]) =>
    flatten(child, path ? `${path}.${key}` : key),
  );
}

const placeholders = (text: string) => [...new Set(text.match(/%\{\w+\}/g))].toSorted();
const plurals = (text: string) => text.split('||||').length;

describe.each(Object.keys(LANGUAGES))('the catalogue %s', (language) => {
  it('has the texts of the English one, and no others', () => {
    expect([...texts(language).keys()].toSorted()).toEqual([...english.keys()].toSorted());
  });

  it('leaves none of them empty', () => {
    expect([...texts(language)].filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  it('keeps placeholders and plural forms', () => {
    const shape = (text: string) => [placeholders(text), plurals(text)];
    for (const [key, text] of texts(language)) {
      expect([key, ...shape(text)]).toEqual([key, ...shape(english.get(key) ?? '')]);
    }
  });
});
