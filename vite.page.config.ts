import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { languageParts } from './scripts/languageParts.ts';

/** Builds what draws the web app's pages as HTML, for Node, packages included: `dist/page/drawPage.js`. */
export default defineConfig({
  plugins: [react(), languageParts()],
  publicDir: false,
  ssr: { noExternal: true },
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    ssr: 'src/drawPage.tsx',
    outDir: 'dist/page',
    target: 'node20',
    emptyOutDir: true,
    minify: false,
    // What is never drawn is never read.
    rollupOptions: { output: { codeSplitting: true, chunkFileNames: '[name]-[hash].js' } },
  },
});
