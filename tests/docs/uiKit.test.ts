/** Each component and hook of the staff UI kit has an example of its use in its doc comment. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const KIT = 'src/admin';

/** `export * from './x'` or `export { A, B } from './x'`. */
const EXPORTS = /^export (?:\*|\{([^}]*)\}) from '(.+)';$/gm;
/** An exported component, named in PascalCase, or hook; other functions need no example. */
const DECLARATIONS = /^export (?:function|const) ([A-Z][a-z]\w*|use[A-Z]\w*)/gm;

/** Returns the exported components and hooks of a source with the doc comment above each; empty without one. */
function readDocs(source: string): { name: string; doc: string }[] {
  return [...source.matchAll(DECLARATIONS)].map(({ 1: name = '', index }) => {
    const above = source.slice(0, index);
    const isDocumented = above.endsWith(' */\n');
    return { name, doc: isDocumented ? above.slice(above.lastIndexOf('/**')) : '' };
  });
}

/** Whether a doc comment has an example that renders the component or calls the hook. */
function hasExample(name: string, doc: string): boolean {
  const example = doc.split('@example')[1] ?? '';
  const use = name.startsWith('use') ? `\\b${name}[<(]` : `<${name}\\b`;
  return new RegExp(use).test(example);
}

const exported = [...readFileSync(join(KIT, 'index.ts'), 'utf8').matchAll(EXPORTS)].flatMap(
  ([, names, path = '']) => {
    const file = [`${path}.tsx`, `${path}.ts`]
      .map((name) => join(KIT, name))
      .find((name) => existsSync(name));
    if (!file) throw new Error(`no file for ${path}`);
    const listed = names?.split(',').map((name) => name.trim());
    return readDocs(readFileSync(file, 'utf8'))
      .filter(({ name }) => !listed || listed.includes(name))
      .map((entry) => ({ ...entry, file }));
  },
);

describe('the staff UI kit', () => {
  it('exports components and hooks', () => {
    const names = exported.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['DataTable', 'ClampedText', 'useEditForm']));
  });

  it.each(exported)('gives an @example of $name in $file', (entry) => {
    expect(entry.doc).toContain('@example');
    expect(hasExample(entry.name, entry.doc)).toBe(true);
  });

  it.each([
    ['no doc comment', 'export function Thing() {}'],
    ['no example', '/** A thing. */\nexport function Thing() {}'],
    [
      'an example of another component',
      '/**\n * @example\n * <ThingList />\n */\nexport function Thing() {}',
    ],
    [
      'an example that does not call the hook',
      '/**\n * @example\n * useThings();\n */\nexport const useThing = 1;',
    ],
    [
      'only the example of the declaration above',
      '/**\n * @example\n * <Thing />\n */\nconst a = 1;\nexport function Thing() {}',
    ],
  ])('detects %s', (_what, source) => {
    expect(readDocs(source).map(({ name, doc }) => hasExample(name, doc))).toEqual([false]);
  });
});
