import { describe, expect, it } from 'vitest';
import { findViolations } from './findViolations';
import { readImports } from './readImports';
import { LAYERS, makeRules } from './rules';

const rules = makeRules(new Set(['vitest']));

/** Checks a small example repository: file → its text. */
function check(repository: Record<string, string>): string[] {
  const files = new Set(Object.keys(repository));
  const imports = Object.entries(repository).flatMap(([file, text]) =>
    readImports(file, text, files),
  );
  return findViolations(imports, rules);
}

/** Start of a rule's name → a repository that breaks only this rule. */
const broken: Record<string, Record<string, string>> = {
  'contract imports nothing but zod': { 'contract/a.ts': "import 'axios';" },
  'server and src never import each other': {
    'server/db/a.ts': "import type { B } from '../../src/b';",
    'src/b.ts': '',
  },
  'a layer of src imports only those below it': {
    'src/ui/a.ts': "import '../public/b';",
    'src/public/b.ts': '',
  },
  'a resource never imports another': {
    'src/resources/sites/a.ts': "import '../referrals/b';",
    'src/resources/referrals/b.ts': '',
  },
  'a visitor never downloads react-admin or MUI': {
    'src/public/a.tsx': "import { Button } from '@mui/material/Button';",
  },
  'visitor code uses no translations': {
    'src/frame/a.ts': "import '../i18n/useStaffT';",
    'src/i18n/useStaffT.ts': '',
  },
  'the browser downloads no schemas': {
    'src/api/a.ts': "import { calls } from '../../contract/calls/index';",
    'contract/calls/index.ts': '',
  },
  'only src/api makes HTTP requests': { 'src/app/a.ts': "const http = import('axios');" },
  'only main, entry-server and App load the app': {
    'src/i18n/a.ts': "import '../SignedInApp';",
    'src/SignedInApp.tsx': '',
  },
  'a layer of server is in the list': {
    'server/features/sites/a.ts': "import '../accounts';",
    'server/features/accounts/index.ts': '',
  },
  'a server feature is used only through its index.ts': {
    'server/features/accounts/a.ts': "import '../sites/list';",
    'server/features/sites/list.ts': '',
  },
  'index.ts of a server feature passes on neither': {
    'server/features/sites/index.ts': "export * from './routes';",
    'server/features/sites/routes.ts': '',
  },
  'routes, rules and plugins of a server feature': {
    'server/features/sites/routes.ts': "import 'drizzle-orm';",
  },
  'nothing imports tests': {
    'scripts/a.ts': "import '../tests/support/b';",
    'tests/support/b.ts': '',
  },
  'nothing imports the benchmark': { 'scripts/a.ts': "import '../bench/b';", 'bench/b.ts': '' },
  'shipped code imports no development package': {
    'server/db/a.ts': "import { it } from 'vitest';",
  },
  'every relative import resolves': { 'server/db/a.ts': "import './gone';" },
  'no cycles: ': { 'server/db/a.ts': "import './b';", 'server/db/b.ts': "import './a';" },
  'no cycles of folders': {
    'server/db/a.ts': "import './embedded/b';",
    'server/db/embedded/b.ts': "import '../c';",
    'server/db/c.ts': "import './embedded/d';",
    'server/db/embedded/d.ts': '',
  },
};

describe('the import rules', () => {
  it.each(Object.entries(broken))('%s: finds a violation', (name, repository) => {
    expect(check(repository).some((message) => message.startsWith(name))).toBe(true);
  });

  it('have an example of a violation each', () => {
    const names = [...rules.map((rule) => rule.name), 'no cycles: ', 'no cycles of folders'];
    for (const name of names) {
      expect(Object.keys(broken).filter((start) => name.startsWith(start))).toHaveLength(1);
    }
  });

  it('order the layers of src: each imports only those below it', () => {
    const order = Object.keys(LAYERS);
    const wrong = Object.entries(LAYERS).flatMap(([layer, imports]) =>
      imports
        .filter((each) => order.indexOf(each) <= order.indexOf(layer))
        .map((each) => `${layer} imports ${each}`),
    );
    expect(wrong).toEqual([]);
  });

  it('find react-admin behind another file, and behind a re-export', () => {
    const repository = {
      'src/public/a.tsx': "import '../session/b';",
      'src/session/b.tsx': "export { c } from '../theme/c';",
      'src/theme/c.ts': "import 'react-admin';",
    };
    expect(check(repository)).toEqual([
      'a visitor never downloads react-admin or MUI: src/public/a.tsx reaches react-admin through src/theme/c.ts',
      'a visitor never downloads react-admin or MUI: src/session/b.tsx reaches react-admin through src/theme/c.ts',
    ]);
  });

  it.each<[string, Record<string, string>]>([
    [
      'type imports',
      { 'server/db/a.ts': "import type { B } from './b';", 'server/db/b.ts': "import './a';" },
    ],
    [
      're-exported types',
      {
        'server/db/a.ts': "export type { B } from './b';",
        'server/db/b.ts': "export * from './a';",
      },
    ],
    [
      'dynamic imports',
      { 'server/db/a.ts': "await import('./b');", 'server/db/b.ts': "import './a';" },
    ],
    [
      'three files',
      {
        'src/ui/a.ts': "import './b';",
        'src/ui/b.ts': "import type { C } from './c';",
        'src/ui/c.ts': "import './a';",
      },
    ],
    [
      'test support',
      {
        'tests/support/a.ts': "import type { B } from './b';",
        'tests/support/b.ts': "import './a';",
      },
    ],
    [
      'test files',
      { 'server/db/a.test.ts': "import './b';", 'server/db/b.ts': "import './a.test';" },
    ],
    ['one file that imports itself', { 'bench/a.ts': "import type { A } from './a';" }],
  ])('find a cycle of %s', (_name, repository) => {
    expect(check(repository)).toEqual([expect.stringMatching(/^no cycles: /)]);
  });

  it('find the cycles of every group of files, and name their files in order', () => {
    const repository = {
      'server/db/start.ts': "import './a'; import './c';",
      'server/db/a.ts': "import './b';",
      'server/db/b.ts': "import type { A } from './a';",
      'server/db/c.ts': "import './d';",
      'server/db/d.ts': "import './b'; import type { C } from './c';",
    };
    expect(check(repository)).toEqual([
      'no cycles: server/db/a.ts imports server/db/b.ts imports server/db/a.ts',
      'no cycles: server/db/c.ts imports server/db/d.ts imports server/db/c.ts',
    ]);
  });

  it('allow two ways to the same file', () => {
    const repository = {
      'server/db/a.ts': "import './b'; import type { C } from './c';",
      'server/db/b.ts': "import type { C } from './c';",
      'server/db/c.ts': '',
    };
    expect(check(repository)).toEqual([]);
  });

  it('allow a type import, which loads nothing, but not an inline one, which loads the module', () => {
    const calls = { 'contract/calls/auth.ts': '' };
    expect(
      check({ ...calls, 'src/api/a.ts': "import type { A } from '../../contract/calls/auth';" }),
    ).toEqual([]);
    expect(
      check({ ...calls, 'src/api/a.ts': "import { type A } from '../../contract/calls/auth';" }),
    ).toHaveLength(1);
  });
});
