import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findBareTexts } from './findBareTexts';

/** What a component of the samples has, by type. */
const PROPS = `
import { Fragment, type ReactNode } from 'react';
import type { Elements } from './app/elements';
interface Props {
  readonly text: string; readonly count: number; readonly maybe: string | null; readonly flag: string | false;
  readonly shown: boolean; readonly names: string[]; readonly anything: ReactNode; readonly icon: Elements;
  readonly choice: 'a' | 'b'; readonly unknown: unknown; readonly children?: ReactNode;
}
declare function t(key: string): string;
declare function Icon(): Elements;
declare function Panel(props: { children: ReactNode }): Elements;
`;

const BESIDE = 'text beside something needs an element of its own';
const FRAGMENT = 'text in a fragment needs an element of its own';
const COMPONENT = 'a component needs an element around its text';

/** JSX that is reported, with why and with the texts that are. */
const REPORTED: readonly (readonly [jsx: string, why: string, texts: readonly string[]])[] = [
  // React inserts an element before the text.
  ['<p>{shown && <b />}{text}</p>', BESIDE, ['text']],
  ['<p>{shown && <b />}{children}</p>', BESIDE, ['children']],
  ['<p>{shown && <b />} Save</p>', BESIDE, ['Save']],
  ['<p>{shown ? <b /> : <i />} Save</p>', BESIDE, ['Save']],
  ['<p><Icon /> Save</p>', BESIDE, ['Save']],
  ['<p>{icon} Save</p>', BESIDE, ['Save']],
  ['<ul>{names.map((name) => <li key={name} />)} and more</ul>', BESIDE, ['and more']],
  // React removes the text.
  ["<p>{shown && 'yes'}<b /></p>", BESIDE, ["shown && 'yes'"]],
  ['<p>{maybe}<b /></p>', BESIDE, ['maybe']],
  ['<p><b />{flag}</p>', BESIDE, ['flag']],
  ["<p>{shown ? <b /> : 'none'}<i /></p>", BESIDE, ["shown ? <b /> : 'none'"]],
  ['<p>{anything}<b /></p>', BESIDE, ['anything']],
  ['<p>{names}</p>', BESIDE, ['names']],
  [
    '<p>{names.map((name) => (shown ? <b key={name} /> : name))}</p>',
    BESIDE,
    ['names.map((name) => (shown ? <b key={name} /> : name))'],
  ],
  // React changes the text, which is no longer in the page.
  ['<p>Page {count}</p>', BESIDE, ['Page', 'count']],
  ['<p>{text}: <b /></p>', BESIDE, ['text', ':']],
  ['<p>{choice}<b /></p>', BESIDE, ['choice']],
  ['<p>{unknown as any}<b /></p>', BESIDE, ['unknown as any']],
  ['<Panel>{text}<b /></Panel>', BESIDE, ['text']],
  ['<p>{`${count} of`}<b /></p>', BESIDE, ['`${count} of`']],
  // A fragment is no element.
  ['<p><>{text}</><b /></p>', BESIDE, ['text']],
  ['<p>{shown && <>{text}</>}<b /></p>', FRAGMENT, ['text']],
  ['<p>{shown && <>Save</>}<b /></p>', FRAGMENT, ['Save']],
  ['<p>{shown && <Fragment key="save">Save</Fragment>}<b /></p>', FRAGMENT, ['Save']],
];

const ALLOWED: readonly string[] = [
  // React replaces the content of an element whose only child is a text.
  '<p>{text}</p>',
  '<p>{maybe}</p>',
  '<p>{shown && text}</p>',
  "<p>{shown ? <b /> : 'none'}</p>",
  '<p>{`Page ${count}`}</p>',
  '<p>{children}</p>',
  '<Panel>{text}</Panel>',
  // In elements of their own.
  '<p>{shown && <b />}<span>{text}</span></p>',
  '<p>{shown && <span>{text}</span>}<b /></p>',
  '<ul>{names.map((name) => <li key={name}>{name}</li>)}<li /></ul>',
  // Nothing that may change is beside it.
  '<p>Save <b>all</b> of it<br /></p>',
  "<p><b>{text}</b>{' '}<i>{text}</i></p>",
  // No texts.
  '<p>{icon}{shown && <b />}{text && <b />}<Icon /></p>',
  '<p>\n  {/* A comment. */}\n  {text}\n</p>',
  '<input placeholder={text} />',
  '<Panel>{shown && <Icon />}</Panel>',
];

/** Functions, with the names of those that are reported. */
const FUNCTIONS: readonly (readonly [code: string, reported: readonly string[]])[] = [
  ['export function Age() { return t("age"); }', ['Age']],
  ['export const Age = ({ text, shown }: Props) => (shown ? <b>{text}</b> : text);', ['Age']],
  ['export function Guard({ children }: Props) { return children; }', ['Guard']],
  ['export function Age({ text }: Props) { return <b>{text}</b>; }', []],
  ['export function Guard({ icon }: Props) { return icon; }', []],
  ['export function Nothing() { return null; }', []],
  ['export const nameOf = ({ text }: Props) => text;', []],
  ['export function useText() { return t("age"); }', []],
];

/** Finds the texts of many samples at once, as starting the compiler takes seconds; returns the messages of each. */
function findIn(samples: readonly string[]): string[][] {
  const names = samples.map((_sample, at) => resolve('src', `sample${at}.tsx`));
  const project = resolve('tsconfig.web.samples.json');
  const files = new Map(samples.map((sample, at) => [names[at] ?? '', PROPS + sample]));
  files.set(project, JSON.stringify({ extends: './tsconfig.web.json', files: names, include: [] }));
  const messages = findBareTexts(project, (file) => files.has(file), files);
  return names.map((name) => {
    const own = messages.filter((message) => message.startsWith(`${name}:`));
    return own.map((message) => message.slice(name.length).replace(/^:\d+: /, ''));
  });
}

const component = (jsx: string) =>
  `export function Sample({ text, count, maybe, flag, shown, names, anything, icon, choice, unknown, children }: Props) {
    return ${jsx};
  }`;

describe('findBareTexts', () => {
  test('reports texts that a translated page would break or keep', () => {
    const found = findIn(REPORTED.map(([jsx]) => component(jsx)));
    const expected = REPORTED.map(([, why, texts]) => texts.map((text) => `${why}: ${text}`));
    expect(found).toEqual(expected);
  });

  test('allows texts that are safe', () => {
    expect(findIn(ALLOWED.map(component))).toEqual(ALLOWED.map(() => []));
  });

  test('reports components that render a text outside an element', () => {
    const expected = FUNCTIONS.map(([, names]) => names.map((name) => `${COMPONENT}: ${name}`));
    expect(findIn(FUNCTIONS.map(([code]) => code))).toEqual(expected);
  });

  test('refuses a project without a file to check', () => {
    expect(() => findBareTexts(resolve('tsconfig.web.json'), () => false)).toThrow(/no file/);
  });
});
