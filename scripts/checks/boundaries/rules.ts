/**
 * The import rules. Each is a pattern, so that it covers new folders, too. `rules.test.ts` proves that each of them can fail.
 */
import type { Import } from './readImports';
import { NOT_FOUND } from './readImports';

export interface Rule {
  /** Printed when the rule is broken. */
  readonly name: string;
  /** Whether an import breaks the rule. */
  readonly forbids: (found: Import) => boolean;
  /** Whether indirect imports count, too. */
  readonly throughOthers?: true;
}

const BELOW_ALL = ['api', 'i18n', 'theme'];
const FOR_EVERYONE = ['frame', 'session', 'ui', 'app', ...BELOW_ALL];
const FOR_STAFF = ['bulk', 'endings', 'admin', 'dataProvider', ...FOR_EVERYONE];

/**
 * The layers of `src`, the highest first, and what each may import besides itself and `contract`: only layers below it, as
 * `rules.test.ts` checks. App.tsx, which may import any, wires them.
 */
export const LAYERS: Record<string, readonly string[]> = {
  profile: ['resources', ...FOR_STAFF],
  layout: FOR_STAFF,
  resources: [...FOR_STAFF, 'referralForm', 'signing'],
  bulk: ['endings', 'admin', 'dataProvider', ...FOR_EVERYONE],
  endings: ['admin', 'dataProvider', ...FOR_EVERYONE],
  admin: ['dataProvider', ...FOR_EVERYONE],
  signing: FOR_EVERYONE,
  public: ['referralForm', ...FOR_EVERYONE],
  referralForm: FOR_EVERYONE,
  frame: ['session', 'ui', 'app', ...BELOW_ALL],
  session: ['ui', 'app', ...BELOW_ALL],
  ui: ['app', ...BELOW_ALL],
  dataProvider: ['app', 'api', 'i18n'],
  authProvider: ['app', 'api', 'i18n'],
  app: BELOW_ALL,
  api: ['i18n', 'theme'],
  i18n: [],
  theme: [],
};

/** The layers of `server`, the lowest first: each imports only those before it. */
const SERVER_LAYERS = [
  'version.ts',
  'escapeHtml.ts',
  'languages.ts',
  'settings/',
  'db/',
  'failures/',
  'http/',
  'features/access/',
  'features/audit/',
  'features/limits/',
  'features/idempotency/',
  'features/mail/',
  'features/auth/',
  'features/counties/',
  'features/sites/',
  'features/accounts/',
  'features/referrals/',
  'features/notices/',
  'features/setup/',
  'features/system/',
  'features/backup/',
  'features/pages/',
  'seed/',
  'startWarnings.ts',
  'buildServer.ts',
  'commandLine.ts',
  'main.ts',
];

const VISITORS_CODE = /^src\/(public|referralForm|frame|session|ui|app|api)\//;
// ra-i18n-polyglot takes only types from react-admin, so that both apps can share one translator.
const STAFF_PACKAGES = /^(react-admin|ra-(?!i18n-polyglot$).+|@mui\/.+|@emotion\/.+)$/;
/** The files of a feature that buildServer registers. */
const REGISTERED = /\/(\w*[rR]outes|plugin)\.ts$/;
const DATABASE_PACKAGES = ['drizzle-orm', 'pg', '@electric-sql/pglite'];
const WITHOUT_SQL = /^server\/features\/.*\b(\w*[rR]outes|rules|plugin)\.ts$/;
// A setting is a database URL if pg can parse it.
const MAY_USE_SQL = /^server\/(db|http|features|seed|settings\/databaseUrl)\b/;
const SCHEMAS = /^contract\/(calls|entities)\//;

const isIn = (folder: string, path: string) => path.startsWith(`${folder}/`);
/** `src/app/routes.ts` → `app`; a file directly in `src` has no layer. */
const layerOf = (path: string) => /^src\/([^/]+)\//.exec(path)?.[1];
/** `src/resources/referrals/List.tsx` → `src/resources/referrals`. */
const featureOf = (path: string) =>
  /^(src\/resources|server\/features)\/[^/]+(?=\/)/.exec(path)?.[0];

/** The index of a file's layer in SERVER_LAYERS; -1 if it has none. */
const serverLayerOf = (path: string) =>
  SERVER_LAYERS.findIndex((layer) => path.startsWith(`server/${layer}`));

/** @param devPackages the names in package.json's devDependencies */
export function makeRules(devPackages: ReadonlySet<string>): readonly Rule[] {
  return [
    {
      name: 'contract imports nothing but zod',
      forbids: ({ from, to }) => isIn('contract', from) && !isIn('contract', to) && to !== 'zod',
    },
    {
      name: 'server and src never import each other',
      forbids: ({ from, to }) =>
        (isIn('server', from) && isIn('src', to)) || (isIn('src', from) && isIn('server', to)),
    },
    {
      name: 'a layer of src imports only those below it',
      forbids: ({ from, to }) => {
        const layer = layerOf(from);
        const target = layerOf(to);
        if (!layer || !isIn('src', to) || layer === target) return false;
        return !target || !LAYERS[layer]?.includes(target);
      },
    },
    {
      name: 'a resource never imports another',
      forbids: ({ from, to }) =>
        isIn('src/resources', from) &&
        isIn('src/resources', to) &&
        featureOf(to) !== undefined &&
        featureOf(from) !== featureOf(to),
    },
    {
      name: 'a visitor never downloads react-admin or MUI',
      throughOthers: true,
      forbids: ({ from, to, typeOnly }) =>
        !typeOnly && VISITORS_CODE.test(from) && STAFF_PACKAGES.test(to),
    },
    {
      name: 'visitor code uses no translations that only the signed-in app loads',
      forbids: ({ from, to }) => VISITORS_CODE.test(from) && to === 'src/i18n/useStaffT.ts',
    },
    {
      name: 'the browser downloads no schemas: types only, or contract/calls/endpoints',
      forbids: ({ from, to, typeOnly }) =>
        !typeOnly &&
        isIn('src', from) &&
        (to === 'zod' || (SCHEMAS.test(to) && to !== 'contract/calls/endpoints.ts')),
    },
    {
      name: 'only src/api makes HTTP requests',
      forbids: ({ from, to }) => isIn('src', from) && !isIn('src/api', from) && to === 'axios',
    },
    {
      name: 'only main, entry-server and App load the app and its signed-in part',
      forbids: ({ from, to }) =>
        isIn('src', from) &&
        /^src\/(main|App|SignedInApp)\.tsx$/.test(to) &&
        !/^src\/(main|App|entry-server)\.tsx$/.test(from),
    },
    {
      name: 'a layer of server is in the list, and imports only those before it',
      forbids: ({ from, to }) =>
        isIn('server', from) &&
        (serverLayerOf(from) < 0 ||
          (isIn('server', to) && serverLayerOf(to) > serverLayerOf(from))),
    },
    {
      name: 'a server feature is used only through its index.ts; buildServer registers its routes and plugin',
      forbids: ({ from, to }) => {
        const feature = featureOf(to);
        if (!isIn('server', from) || !isIn('server', to) || !feature) return false;
        if (feature === featureOf(from) || to === `${feature}/index.ts`) return false;
        return from !== 'server/buildServer.ts' || !REGISTERED.test(to);
      },
    },
    {
      name: 'index.ts of a server feature passes on neither routes nor its plugin',
      forbids: ({ from, to }) =>
        /^server\/features\/[^/]+\/index\.ts$/.test(from) && REGISTERED.test(to),
    },
    {
      name: 'routes, rules and plugins of a server feature, and what starts the server, build no SQL',
      forbids: ({ from, to }) =>
        isIn('server', from) &&
        DATABASE_PACKAGES.includes(to) &&
        (!MAY_USE_SQL.test(from) || WITHOUT_SQL.test(from)),
    },
    {
      name: 'nothing imports tests',
      forbids: ({ from, to }) => !isIn('tests', from) && isIn('tests', to),
    },
    {
      name: 'nothing imports the benchmark',
      forbids: ({ from, to }) => !isIn('bench', from) && isIn('bench', to),
    },
    {
      name: 'shipped code imports no development package',
      forbids: ({ from, to, typeOnly }) =>
        !typeOnly && /^(contract|server|src)\//.test(from) && devPackages.has(to),
    },
    { name: 'every relative import resolves', forbids: ({ to }) => to.startsWith(NOT_FOUND) },
  ];
}
