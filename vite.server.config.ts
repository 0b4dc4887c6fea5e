import { copyFileSync, cpSync, writeFileSync } from 'node:fs';
import { defineConfig } from 'vite';
import { readSourceRevision } from './scripts/build/sourceRevision.ts';
import packageFile from './package.json' with { type: 'json' };

/** The programs that run without the development packages: `node dist/server/<name>.js`. */
const programs = {
  main: 'server/main.ts',
  backup: 'scripts/commands/backup.ts',
  restore: 'scripts/commands/restore.ts',
  'verify-audit': 'scripts/commands/verifyAudit.ts',
  'reset-superuser': 'scripts/commands/resetSuperuser.ts',
};

/**
 * The file with a program's name. It checks Node's version before Node loads the program itself, whose imports an old Node
 * lacks.
 */
const starter = (name: string) => `import requireNode from './requireNode.cjs';
requireNode(${JSON.stringify(packageFile.engines.node)});
import('./${name}-program.js');
`;

/** Bundles the server and its commands into dist/server, with migrations and languages. Packages stay in node_modules. */
export default defineConfig({
  publicDir: false,
  define: { BUILT_FROM: JSON.stringify(readSourceRevision()) },
  build: {
    ssr: true,
    rolldownOptions: {
      // The thread of the embedded database is started by server/db/embedded/startWorker.ts.
      input: { ...programs, databaseWorker: 'server/db/embedded/databaseWorker.ts' },
      // All in one folder, because each file looks for migrations and languages beside itself.
      output: { entryFileNames: '[name]-program.js', chunkFileNames: '[name]-[hash].js' },
    },
    outDir: 'dist/server',
    target: 'node20',
    sourcemap: true,
  },
  plugins: [
    {
      name: 'copy-data',
      closeBundle() {
        cpSync('server/db/migrations', 'dist/server/migrations', { recursive: true });
        cpSync('contract/languages', 'dist/server/languages', { recursive: true });
        copyFileSync('scripts/requireNode.cjs', 'dist/server/requireNode.cjs');
        for (const name of Object.keys(programs)) {
          writeFileSync(`dist/server/${name}.js`, starter(name));
        }
      },
    },
  ],
});
