import { cpSync } from 'node:fs';
import { defineConfig } from 'vite';

/** Bundles the server into dist/server; its packages stay in node_modules, its migrations lie beside it. */
export default defineConfig({
  publicDir: false,
  build: {
    ssr: 'server/main.ts',
    outDir: 'dist/server',
    target: 'node20',
    emptyOutDir: true,
    sourcemap: true,
    minify: false,
  },
  plugins: [
    {
      name: 'copy-migrations',
      closeBundle() {
        cpSync('server/db/migrations', 'dist/server/migrations', { recursive: true });
      },
    },
  ],
});
