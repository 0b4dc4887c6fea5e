/** README and docs mention only existing scripts, paths and settings. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { z } from 'zod';
import { ROLES } from '../../contract/constants';
import { SETTING_NAMES } from '../../server/settings/settings';
import { SETTINGS_FILE_VARIABLE } from '../../server/settings/settingsFile';
import serverBuild from '../../vite.server.config';

const NPM_COMMANDS = ['ci', 'install', 'start', 'test'];
/** Folders that start a path of the repository. Other paths are routes such as /admin, or placeholders such as FILE. */
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
/** Uppercase names that are not settings: roles, placeholders, and words of SQL, HTTP and the system. */
const NOT_SETTINGS = new Set<string>([
  ...ROLES,
  // The role that docs/extending.md adds.
  'COORDINATOR',
  'FILE',
  'SETTINGS_FILE',
  'NODE_EXTRA_CA_CERTS',
  // Examples of names that are, or are not, taken for mistyped settings.
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
  // An argument of the build, not a setting of the server.
  'SOURCE_COMMIT',
  'SIGHUP',
  // Variables of compose, not of the server.
  'POSTGRES_SUPERUSER_PASSWORD',
]);

const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')));

const listDocs = (folder: string) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))
    : [];
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  '.github/pull_request_template.md',
  ...listDocs('docs').filter((name) => name.endsWith('.md')),
];

const DECISIONS = 'docs/decisions';
const INDEX = 'README.md';
/** The records of decisions, in their order, each with its lines. */
const records = readdirSync(DECISIONS)
  .filter((file) => file !== INDEX)
  .toSorted()
  .map((file) => ({ file, lines: readFileSync(join(DECISIONS, file), 'utf8').split('\n') }));

/** Returns all inline code and fenced code blocks. */
function extractCode(text: string): string[] {
  const blocks = [...text.matchAll(/```[a-z]*\n(.*?)```/gs)].map(([, block = '']) => block);
  const inline = [...text.replace(/```.*?```/gs, '').matchAll(/`([^`\n]+)`/g)];
  return [...blocks, ...inline.map(([, words = '']) => words)];
}

/** An identifier such as `isVisible` or `referral_event`; not the name of a file, nor a word. */
const MIXED_CASE = /(?<![\w.-])[a-z]+(?:[A-Z_][a-z0-9]+)+\b(?!\.\w|-)/g;

/** Words of Kubernetes. */
const NOT_IDENTIFIERS = ['fsGroup', 'fsGroupChangePolicy'];

/** Every identifier and key in the sources. */
const identifiers = new Set(
  ['contract', 'server', 'src', 'scripts', 'bench', 'tests', 'deploy']
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
    )
    .filter((name) => /\.(tsx?|json|css|sql|yaml)$/.test(name) && !name.startsWith('tests/docs'))
    .flatMap((name) => readFileSync(name, 'utf8').match(/[A-Za-z_]\w*/g) ?? []),
);

/** Returns the identifiers that a document mentions in its text, and that neither a source nor one of its examples has. */
function findMissingIdentifiers(text: string): string[] {
  const examples = [...text.matchAll(/```.*?```/gs)].map(([block]) => block).join(' ');
  const inline = [...text.replace(/```.*?```/gs, '').matchAll(/`([^`\n/]+)`/g)];
  const names = inline.flatMap(([, words = '']) => words.match(MIXED_CASE) ?? []);
  return [...new Set(names)].filter(
    (name) => !identifiers.has(name) && !examples.includes(name) && !NOT_IDENTIFIERS.includes(name),
  );
}

/** Returns the scripts, settings and paths that a document mentions and that do not exist. */
export function findMissingReferences(text: string): string[] {
  const missing: string[] = [];
  for (const words of extractCode(text)) {
    for (const [, run, name = ''] of words.matchAll(/\bnpm (run )?(?:--silent )?([a-z][\w:-]*)/g)) {
      const exists = Object.hasOwn(scripts, name) || (!run && NPM_COMMANDS.includes(name));
      if (!exists) missing.push(`npm ${run ?? ''}${name}`);
    }
    for (const [name] of words.matchAll(/(?<![\w/.-])[A-Z][A-Z_]{2,}[A-Z](?![\w/.-])/g)) {
      const exists = SETTING_NAMES.includes(name) || NOT_SETTINGS.has(name);
      if (!exists && !identifiers.has(name)) missing.push(name);
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

  it('list every setting in the README', () => {
    const readme = readFileSync('README.md', 'utf8');
    expect(SETTING_NAMES.filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
  });

  it.each(documents)('%s mentions only existing scripts, paths and settings', (document) => {
    expect(findMissingReferences(readFileSync(document, 'utf8'))).toEqual([]);
  });

  // A decision may name what a later one has replaced.
  it.each(documents.filter((name) => !name.startsWith('docs/decisions/')))(
    '%s mentions only identifiers of the sources',
    (document) => {
      expect(findMissingIdentifiers(readFileSync(document, 'utf8'))).toEqual([]);
    },
  );

  it.each(documents)('%s links only to existing files', (document) => {
    const text = readFileSync(document, 'utf8');
    const targets = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map(
      ([, target = '']) => join(document, '..', target),
    );
    expect(targets.filter((target) => !existsSync(target))).toEqual([]);
  });

  it('list every decision in the index, each with its number and its title', () => {
    const rows = [
      ...readFileSync(join(DECISIONS, INDEX), 'utf8').matchAll(
        /^\| (\d+) +\| \[(.+?)\]\((\S+)\)/gm,
      ),
    ];
    expect(rows.map(([, number, title, file]) => [file, `# ${number}. ${title}`])).toEqual(
      records.map(({ file, lines }) => [file, lines[0]]),
    );
  });

  it.each(records)('$file has its number, its date and its status at its top', (record) => {
    expect(record.lines[0]).toMatch(new RegExp(`^# ${Number(record.file.slice(0, 4))}\\. .`));
    expect(record.lines[2]).toMatch(/^\d{4}-\d\d-\d\d, (accepted|superseded)\b/);
  });

  it.each([
    ['a script', 'Run `npm run nothing`.', 'npm run nothing'],
    ['a script in a block', '```sh\nnpm ci && npm run nothing\n```', 'npm run nothing'],
    ['a path', 'See `src/nowhere/gone.ts`.', 'src/nowhere/gone.ts'],
    ['a setting', 'Set `NO_SUCH_SETTING`.', 'NO_SUCH_SETTING'],
  ])('detects %s that does not exist', (_what, text, missing) => {
    expect(findMissingReferences(text)).toEqual([missing]);
  });
});

/** Deployment files: systemd units, containers, proxies. */
const deployed = listDocs('deploy');
/** Variables of other programs, and of the build. */
const THIRD_PARTY_SETTINGS = [
  'SITE',
  'POSTGRES_PASSWORD',
  'POSTGRES_SUPERUSER_PASSWORD',
  'REFERRAL_DESK_PASSWORD',
  'SOURCE_COMMIT',
];

const built = Object.keys(serverBuild.build?.rolldownOptions?.input ?? {});

const serviceSchema = z.object({ environment: z.record(z.string(), z.string()) });
const composeSchema = z.object({
  services: z.object({ database: serviceSchema, server1: serviceSchema, server2: serviceSchema }),
});

/** Returns the built programs and repository files that a deployment file mentions and that do not exist. */
function findMissingPrograms(text: string): string[] {
  const programs = [...text.matchAll(/dist\/server\/([\w-]+)\.js/g)].map(([, name = '']) => name);
  const files = [...text.matchAll(/(?<![\w/.])(?:docs|deploy)\/[\w.-]*\w/g)].map(([path]) => path);
  return [
    ...programs.filter((name) => !built.includes(name)),
    ...files.filter((path) => !existsSync(path)),
  ];
}

/** Returns the names of the variables that a deployment file sets or reads. */
function findVariableNames(text: string): string[] {
  const patterns = [
    /(?<!\w)([A-Z][A-Z_]{2,}[A-Z])=/g,
    /^ +([A-Z][A-Z_]{2,}[A-Z]): /gm,
    /\{\$?([A-Z_]+)/g,
  ];
  return patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name = '']) => name));
}

describe('the deployment files', () => {
  it.each(deployed)('%s mentions only existing programs and files', (file) => {
    expect(findMissingPrograms(readFileSync(file, 'utf8'))).toEqual([]);
  });

  it.each(deployed)('%s sets only known settings', (file) => {
    const known = [...SETTING_NAMES, SETTINGS_FILE_VARIABLE, ...THIRD_PARTY_SETTINGS];
    const names = findVariableNames(readFileSync(file, 'utf8'));
    expect(names.filter((name) => !known.includes(name))).toEqual([]);
  });

  it('lists every variable that compose requires in the example .env, with empty secrets', () => {
    const needed = readFileSync('deploy/compose.yaml', 'utf8').matchAll(/\$\{(\w+):\?\}/g);
    const example = readFileSync('deploy/.env.example', 'utf8');
    for (const [, name = ''] of needed) expect(example).toMatch(new RegExp(`^${name}=`, 'm'));
    expect(example).toMatch(/^POSTGRES_PASSWORD=$/m);
    expect(example).toMatch(/^POSTGRES_SUPERUSER_PASSWORD=$/m);
    expect(example).toMatch(/^JWT_SECRET=$/m);
  });

  it('gives the servers a role of PostgreSQL that is not its superuser', () => {
    const compose = parseYaml(readFileSync('deploy/compose.yaml', 'utf8'), { merge: true });
    const { services } = composeSchema.parse(compose);
    const { database, server1, server2 } = services;
    expect(Object.keys(database.environment)).not.toContain('POSTGRES_USER');
    expect(database.environment.POSTGRES_PASSWORD).toBe('${POSTGRES_SUPERUSER_PASSWORD:?}');
    for (const { environment } of [server1, server2]) {
      expect(environment.DATABASE_URL).toBe(
        'postgres://referral_desk:${POSTGRES_PASSWORD:?}@database/referral_desk',
      );
      expect(JSON.stringify(environment)).not.toContain('SUPERUSER');
    }
  });

  // Without AF_NETLINK, a server that listens on all addresses cannot list them and exits.
  it.each(['referral-desk.service', 'referral-desk-backup.service'])(
    '%s allows the socket families that the server opens',
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

  it.each(['referral-desk.service', 'referral-desk-backup.service'])(
    '%s writes no core dump, which would hold records',
    (unit) => {
      expect(readFileSync(`deploy/${unit}`, 'utf8')).toMatch(/^LimitCORE=0$/m);
    },
  );

  it('limits every container’s log, and checks its health every 30 seconds', () => {
    const compose = readFileSync('deploy/compose.yaml', 'utf8');
    expect(compose.match(/^ +logging: \*logging$/gm)).toHaveLength(3);
    const intervals = [compose, readFileSync('deploy/Dockerfile', 'utf8')].flatMap(
      (text) => text.match(/(?<!start[-_])interval[:=] ?\S+/g) ?? [],
    );
    expect(intervals).toEqual(['interval: 30s', 'interval=30s']);
  });

  it('lets no proxy log a query string or forward an address that the client has sent', () => {
    const nginx = readFileSync('deploy/nginx.conf', 'utf8').replace(/#.*/g, '');
    const logFormat = /log_format.*/.exec(nginx)?.[0] ?? '';
    expect(logFormat).not.toMatch(/\$(request|request_uri|args|query_string|http_referer)(?!\w)/);
    expect(nginx).toContain('proxy_set_header X-Forwarded-For $remote_addr;');
    const haproxy = readFileSync('deploy/haproxy.cfg', 'utf8').replace(/#.*/g, '');
    expect(haproxy).not.toMatch(/option httplog|%HU|%HQ|%r\b/);
    expect(haproxy).toContain('set-header X-Forwarded-For %[src]');
    // Not within a site, where it is an access log. tests/proxies starts all three.
    expect(readFileSync('deploy/Caddyfile', 'utf8').match(/^\s*log\b.*\n.*/gm)).toEqual([
      expect.stringMatching(/^\tlog \{\n\t\tformat filter \{$/),
    ]);
  });

  it('detects names that do not exist', () => {
    expect(findMissingPrograms('node dist/server/nothing.js # docs/gone.md')).toEqual([
      'nothing',
      'docs/gone.md',
    ]);
    const text =
      'Environment=NO_SUCH=1\n      NOR_THIS: ${NOR_THESE:?}\n#NOR_THAT=1\nENV HOST=0 NOT_IT=2';
    const found = ['NO_SUCH', 'NOR_THAT', 'HOST', 'NOT_IT', 'NOR_THIS', 'NOR_THESE'];
    expect(findVariableNames(text)).toEqual(found);
  });
});
