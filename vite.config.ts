import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const COMPRESSIBLE = /\.(js|css|html|svg|json)$/;
/** Below this many bytes a compressed file saves no packet. */
const WORTH_COMPRESSING = 1_024;
/** Written anew by the server from its own settings, so no compressed copy of the build's may stand beside it. */
const SERVED_BY_SERVER = 'settings.json';
const API = 'http://127.0.0.1:3000';

/** Puts a .br and a .gz beside each file of the build, so that the server never compresses while someone waits. */
function compressedFiles(): Plugin {
  return {
    name: 'compressed-files',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const files = await readdir(dir, { recursive: true });
      await Promise.all(
        files
          .filter((file) => COMPRESSIBLE.test(file) && file !== SERVED_BY_SERVER)
          .map((file) => compress(join(dir, file))),
      );
    },
  };
}

async function compress(file: string): Promise<void> {
  const content = await readFile(file);
  if (content.length < WORTH_COMPRESSING) return;
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  await writeFile(`${file}.br`, brotliCompressSync(content, quality));
  await writeFile(`${file}.gz`, gzipSync(content, { level: constants.Z_BEST_COMPRESSION }));
}

const slim = (file: string) => fileURLToPath(new URL(`./src/slim/${file}`, import.meta.url));

export default defineConfig({
  plugins: [react(), compressedFiles()],
  resolve: {
    // What every visitor would download for nothing; the files say why.
    alias: {
      'react-router-dom': slim('reactRouterDom.ts'),
      'object.entries': slim('objectEntries.cjs'),
    },
  },
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    sourcemap: false,
    target: 'es2022',
  },
  server: {
    port: 5173,
    // The address the page has, not the server's: signing in looks at whose page it is.
    proxy: {
      '/api': { target: API, changeOrigin: false },
      '/settings.json': { target: API, changeOrigin: false },
    },
  },
});
