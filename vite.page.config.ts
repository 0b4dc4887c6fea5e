import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunkUrl } from './scripts/build/chunkUrl.ts';
import { languageParts } from './scripts/build/languageParts.ts';
import { cssModules } from './vite.config.ts';

/** Builds the module that renders the web app's pages as HTML in Node, with its packages: `dist/page/entry-server.js`. */
export default defineConfig({
  plugins: [react(), languageParts(), chunkUrl()],
  css: { modules: cssModules },
  publicDir: false,
  ssr: { noExternal: true },
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    ssr: 'src/entry-server.tsx',
    outDir: 'dist/page',
    target: 'node20',
  },
});
