/** The language files, and the fallback for what a language lacks. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { allEndpoints } from './calls/endpoints';
import {
  completePart,
  CRITICAL_GROUPS,
  findGaps,
  LANGUAGE_PARTS,
  type LanguageFile,
  SOURCE_LANGUAGE,
  type Texts,
} from './languages';

const FOLDER = `${import.meta.dirname}/languages`;
const read = (file: string) =>
  JSON.parse(readFileSync(`${FOLDER}/${file}`, 'utf8')) as LanguageFile;
const english = read(`${SOURCE_LANGUAGE}.json`);

const flatten = (node: Texts[string], path = ''): [string, string][] =>
  typeof node === 'string'
    ? [[path, node]]
    : Object.entries(node).flatMap(([key, child]) => flatten(child, path ? `${path}.${key}` : key));
const texts = (language: LanguageFile) =>
  new Map(LANGUAGE_PARTS.flatMap((part) => flatten(language[part], part)));
const placeholders = (text: string) => [...new Set(text.match(/%\{\w+\}/g))].toSorted();
const plurals = (text: string) => text.split('||||').length;

it('names each call of an account, for the activity log', () => {
  const known = texts(english);
  const unnamed = Object.entries(allEndpoints)
    .filter(([, { access }]) => access !== 'public')
    .filter(([call]) => !known.has(`staff.auditActions.${call}`));
  expect(unnamed.map(([call]) => call)).toEqual([]);
});

describe.each(readdirSync(FOLDER))('the language %s', (file) => {
  const language = read(file);

  it('is complete: no text is missing, and every critical group is reviewed', () => {
    expect(findGaps(language, english)).toEqual({ missing: [], unreviewed: [] });
  });

  it('has no text that English does not have', () => {
    const known = texts(english);
    expect([...texts(language).keys()].filter((path) => !known.has(path))).toEqual([]);
  });

  it('has a name', () => {
    expect(language.name.trim()).not.toBe('');
  });

  it('keeps placeholders and plural forms', () => {
    const shape = (text: string) => [placeholders(text), plurals(text)];
    const source = texts(english);
    for (const [path, text] of texts(language)) {
      expect([path, ...shape(text)]).toEqual([path, ...shape(source.get(path) ?? '')]);
    }
  });

  it('dates its reviews and names only groups that exist', () => {
    const groups = LANGUAGE_PARTS.flatMap((part) => [part, ...Object.keys(english[part])]);
    for (const [group, day] of Object.entries(language.reviewed ?? {})) {
      expect(groups).toContain(group);
      expect(day).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    }
  });
});

describe('an incomplete language', () => {
  const source = {
    name: 'Source',
    start: { title: 'Not loaded' },
    letters: { approved: { before: ['One', 'Two'] } },
    everyone: { landing: { title: 'Welcome', lead: 'Lead' }, login: { title: 'Login' } },
    step2: { form: { title: 'Form' } },
    account: { reset: { title: 'Reset' } },
    staff: { menu: { title: 'Menu' } },
  };
  const own = {
    name: 'Own',
    reviewed: { landing: '2026-01-02' },
    start: { title: 'Nicht geladen' },
    letters: { approved: { before: ['Eins', 'Zwei'] } },
    everyone: { landing: { title: 'Willkommen', lead: ' ' }, login: { title: 'Anmelden' } },
    step2: { form: { title: 'Formular' } },
    account: { reset: { title: 'Neu' } },
    staff: {},
  };

  it('falls back to English where a text is missing or empty', () => {
    expect(completePart(own, 'everyone', source)).toEqual({
      landing: { title: 'Willkommen', lead: 'Lead' },
      login: { title: 'Anmelden' },
    });
    expect(completePart(own, 'staff', source)).toEqual(source.staff);
    expect(findGaps(own, source).missing).toEqual(['menu.title']);
  });

  it('falls back to English in critical groups that are not reviewed', () => {
    expect(completePart(own, 'start', source)).toEqual(source.start);
    expect(completePart(own, 'letters', source)).toEqual(source.letters);
    expect(completePart({ ...own, reviewed: {} }, 'everyone', source)).toEqual({
      landing: source.everyone.landing,
      login: own.everyone.login,
    });
    expect(findGaps(own, source).unreviewed).toEqual(['start', 'letters']);
  });

  it('shows its own emails once they are reviewed', () => {
    const reviewed = { ...own, reviewed: { letters: '2026-01-02' } };
    expect(completePart(reviewed, 'letters', source)).toEqual(own.letters);
  });

  it('has only critical groups that exist', () => {
    const groups = LANGUAGE_PARTS.flatMap((part) => [part, ...Object.keys(english[part])]);
    expect(CRITICAL_GROUPS.filter((group) => !groups.includes(group))).toEqual([]);
  });
});
