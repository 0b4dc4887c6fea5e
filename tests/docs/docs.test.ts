/** README and docs name only what exists: scripts, paths and settings. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ROLES } from '../../contract/constants';
import { SETTING_NAMES } from '../../server/settings';
import serverBuild from '../../vite.server.config';

const NPM_COMMANDS = ['ci', 'install', 'start', 'test'];
/** A path of the repository, as opposed to an address of the product such as /admin, or a made-up file such as FILE. */
const ROOTS = [
  'contract',
  'server',
  'src',
  'tests',
  'bench',
  'docs',
  'public',
  'scripts',
  '.ci',
  'deploy',
];
/** Names in capitals that are no settings: the roles, and what stands for something. */
const NOT_SETTINGS = new Set<string>([
  ...ROLES,
  'FILE',
  'SETTINGS_FILE',
  'NODE_EXTRA_CA_CERTS',
  // Names that are taken for mistyped settings, or not.
  'DATABSE_URL',
  'BRANCH_NAME',
  'BRAND_NAME',
  'EMAIL',
  'JSON',
  'HEAD',
  'POST',
  'DELETE',
  'SELECT',
  'INSERT',
  'UPDATE',
  'CHECKPOINT',
  'NULL',
  'PANIC',
  'SIGKILL',
  'SIGTERM',
  'SIGINT',
  // For a build, not for the server.
  'SOURCE_COMMIT',
  'SIGHUP',
]);

const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')));

const listDocs = (folder: string) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))
    : [];
const documents = ['README.md', ...listDocs('docs').filter((name) => name.endsWith('.md'))];

/** Everything between backticks, fenced blocks included. */
function quoted(text: string): string[] {
  const blocks = [...text.matchAll(/```[a-z]*\n(.*?)```/gs)].map(([, block = '']) => block);
  const inline = [...text.replace(/```.*?```/gs, '').matchAll(/`([^`\n]+)`/g)];
  return [...blocks, ...inline.map(([, words = '']) => words)];
}

/** What a document names that does not exist. */
export function namedInVain(text: string): string[] {
  const missing: string[] = [];
  for (const words of quoted(text)) {
    for (const [, run, name = ''] of words.matchAll(/\bnpm (run )?(?:--silent )?([a-z][\w:-]*)/g)) {
      const exists = Object.hasOwn(scripts, name) || (!run && NPM_COMMANDS.includes(name));
      if (!exists) missing.push(`npm ${run ?? ''}${name}`);
    }
    for (const [name] of words.matchAll(/(?<![\w/.-])[A-Z][A-Z_]{2,}[A-Z](?![\w/.-])/g)) {
      if (!SETTING_NAMES.includes(name) && !NOT_SETTINGS.has(name)) missing.push(name);
    }
    for (const [path] of words.matchAll(/(?<![\w/:.-])\.?[\w-]+\/[\w./-]*[\w/]/g)) {
      const root = path.split('/')[0] ?? '';
      if (ROOTS.includes(root) && !existsSync(path)) missing.push(path);
    }
  }
  return missing;
}

describe('the documents', () => {
  it('include a README', () => {
    expect(existsSync('README.md')).toBe(true);
  });

  it.each(documents)('%s names only scripts, paths and settings that exist', (document) => {
    expect(namedInVain(readFileSync(document, 'utf8'))).toEqual([]);
  });

  it.each(documents)('%s links only to files that exist', (document) => {
    const text = readFileSync(document, 'utf8');
    const targets = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map(
      ([, target = '']) => join(document, '..', target),
    );
    expect(targets.filter((target) => !existsSync(target))).toEqual([]);
  });

  it.each([
    ['a script', 'Run `npm run nothing`.', 'npm run nothing'],
    ['a script in a block', '```sh\nnpm ci && npm run nothing\n```', 'npm run nothing'],
    ['a path', 'See `src/nowhere/gone.ts`.', 'src/nowhere/gone.ts'],
    ['a setting', 'Set `NO_SUCH_SETTING`.', 'NO_SUCH_SETTING'],
  ])('%s that does not exist is found', (_what, text, missing) => {
    expect(namedInVain(text)).toEqual([missing]);
  });
});

/** What runs on other machines: units, containers, a proxy. */
const deployed = listDocs('deploy');
/** Settings of other programs. */
const FOREIGN_SETTINGS = [
  'SITE',
  'POSTGRES_DB',
  'POSTGRES_USER',
  'POSTGRES_PASSWORD',
  'SOURCE_COMMIT',
];

const built = Object.keys(serverBuild.build?.rollupOptions?.input ?? {});

/** The built programs and the files of the repository that a file under deploy names, as far as they do not exist. */
function missingPrograms(text: string): string[] {
  const programs = [...text.matchAll(/dist\/server\/([\w-]+)\.js/g)].map(([, name = '']) => name);
  const files = [...text.matchAll(/(?<![\w/.])(?:docs|deploy)\/[\w.-]*\w/g)].map(([path]) => path);
  return [
    ...programs.filter((name) => !built.includes(name)),
    ...files.filter((path) => !existsSync(path)),
  ];
}

/** The names that a file under deploy gives values to, or takes them from. */
function givenNames(text: string): string[] {
  const patterns = [
    /(?<!\w)([A-Z][A-Z_]{2,}[A-Z])=/g,
    /^ +([A-Z][A-Z_]{2,}[A-Z]): /gm,
    /\{\$?([A-Z_]+)/g,
  ];
  return patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name = '']) => name));
}

describe('the files to deploy with', () => {
  it.each(deployed)('%s names only programs and files that exist', (file) => {
    expect(missingPrograms(readFileSync(file, 'utf8'))).toEqual([]);
  });

  it.each(deployed)('%s sets only what is a setting', (file) => {
    const known = [...SETTING_NAMES, ...FOREIGN_SETTINGS];
    const names = givenNames(readFileSync(file, 'utf8'));
    expect(names.filter((name) => !known.includes(name))).toEqual([]);
  });

  it('what compose needs from its .env is in the example, and empty where it is secret', () => {
    const needed = readFileSync('deploy/compose.yaml', 'utf8').matchAll(/\$\{(\w+):\?\}/g);
    const example = readFileSync('deploy/.env.example', 'utf8');
    for (const [, name = ''] of needed) expect(example).toMatch(new RegExp(`^${name}=`, 'm'));
    expect(example).toMatch(/^POSTGRES_PASSWORD=$/m);
    expect(example).toMatch(/^JWT_SECRET=$/m);
  });

  // Without AF_NETLINK, a server that listens on all addresses cannot list them, and ends.
  it.each(['referral-desk.service', 'referral-desk-backup.service'])(
    '%s allows the sockets that a server opens',
    (unit) => {
      const families = /^RestrictAddressFamilies=(.*)$/m.exec(
        readFileSync(`deploy/${unit}`, 'utf8'),
      );
      expect(families?.[1]?.split(' ').toSorted()).toEqual([
        'AF_INET',
        'AF_INET6',
        'AF_NETLINK',
        'AF_UNIX',
      ]);
    },
  );

  it('every container’s log is limited, and its health is asked for every half minute', () => {
    const compose = readFileSync('deploy/compose.yaml', 'utf8');
    expect(compose.match(/^ +logging: \*logging$/gm)).toHaveLength(3);
    const asked = [compose, readFileSync('deploy/Dockerfile', 'utf8')].flatMap(
      (text) => text.match(/(?<!start[-_])interval[:=] ?\S+/g) ?? [],
    );
    expect(asked).toEqual(['interval: 30s', 'interval=30s']);
  });

  it('no proxy logs what stands behind a question mark, or passes on an address that a stranger made up', () => {
    const nginx = readFileSync('deploy/nginx.conf', 'utf8').replace(/#.*/g, '');
    const logFormat = /log_format.*/.exec(nginx)?.[0] ?? '';
    expect(logFormat).not.toMatch(/\$(request|request_uri|args|query_string|http_referer)(?!\w)/);
    expect(nginx).toContain('proxy_set_header X-Forwarded-For $remote_addr;');
    const haproxy = readFileSync('deploy/haproxy.cfg', 'utf8').replace(/#.*/g, '');
    expect(haproxy).not.toMatch(/option httplog|%HU|%HQ|%r\b/);
    expect(haproxy).toContain('set-header X-Forwarded-For %[src]');
    expect(readFileSync('deploy/Caddyfile', 'utf8')).not.toMatch(/^\s*log\b/m);
  });

  it('names that do not exist are found', () => {
    expect(missingPrograms('node dist/server/nothing.js # docs/gone.md')).toEqual([
      'nothing',
      'docs/gone.md',
    ]);
    const text =
      'Environment=NO_SUCH=1\n      NOR_THIS: ${NOR_THESE:?}\n#NOR_THAT=1\nENV HOST=0 NOT_IT=2';
    const found = ['NO_SUCH', 'NOR_THAT', 'HOST', 'NOT_IT', 'NOR_THIS', 'NOR_THESE'];
    expect(givenNames(text)).toEqual(found);
  });
});
