import { cpSync } from 'node:fs';
import { defineConfig } from 'vite';

/** What can be run without the development packages: `node dist/server/<name>.js`. */
const programs = {
  main: 'server/main.ts',
  backup: 'scripts/backup.ts',
  restore: 'scripts/restore.ts',
  'verify-audit': 'scripts/verifyAudit.ts',
};

/** Bundles the server and the commands around it into dist/server; packages stay in node_modules, migrations and languages lie beside. */
export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    rollupOptions: {
      input: programs,
      // All in one folder: both are looked for beside whichever file asks for them.
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
    outDir: 'dist/server',
    target: 'node20',
    emptyOutDir: true,
    sourcemap: true,
    minify: false,
  },
  plugins: [
    {
      name: 'copy-data',
      closeBundle() {
        cpSync('server/db/migrations', 'dist/server/migrations', { recursive: true });
        cpSync('contract/languages', 'dist/server/languages', { recursive: true });
      },
    },
  ],
});
