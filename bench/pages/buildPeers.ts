/** Builds the pages that ours are compared with (peers), from packages that the product already has. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { build, type InlineConfig, runnerImport } from 'vite';
import { log } from '../harness/log';

const SOURCES = 'bench/pages/peers';
/** Minimum size in bytes, as in the product's build. */
const WORTH_COMPRESSING = 1_024;

const config: InlineConfig = { configFile: false, logLevel: 'warn', plugins: [react()] };

/** @returns the folder, with a subfolder for each peer and a compressed copy of each larger file */
export async function buildPeers(folder: string): Promise<string> {
  log('building the peers of the pages');
  const plainPage = await buildPage(folder, 'react', 'PlainPage.tsx');
  const muiPage = await buildPage(folder, 'mui', 'MuiPage.tsx');
  await buildPage(folder, 'react-admin', 'list.tsx');
  const { module } = await runnerImport<{ plainHtml: Html; muiHtml: Html }>(`./${SOURCES}/toHtml.tsx`, config); // prettier-ignore
  const plain = module.plainHtml();
  const link = '<link rel="stylesheet" href="assets/plain.css" />';
  const css = readFileSync(join(SOURCES, 'plain.css'), 'utf8');
  // In the page itself: on this slow line each further file takes half a second.
  const inlined = fillIn(plainPage, { ...plain, head: `<style>${css}</style>` });
  write(folder, 'react/index.html', inlined);
  write(folder, 'bare/index.html', withoutScript(inlined));
  write(
    folder,
    'bare-linked/index.html',
    withoutScript(fillIn(plainPage, { ...plain, head: link })),
  );
  write(folder, 'bare-linked/assets/plain.css', css);
  write(folder, 'mui-by-script/index.html', fillIn(muiPage, { head: '', body: '' }));
  write(folder, 'mui/index.html', fillIn(muiPage, module.muiHtml()));
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const content = readFileSync(file);
    if (content.length >= WORTH_COMPRESSING) writeFileSync(`${file}.br`, brotliCompressSync(content)); // prettier-ignore
  }
  return folder;
}

type Html = () => { head: string; body: string };

/** Builds one page with its own scripts and styles, below `/<name>/`. @returns its HTML */
async function buildPage(folder: string, name: string, source: string): Promise<string> {
  const outDir = join(folder, name);
  const html = { order: 'pre', handler: (text: string) => text.replace('SOURCE', source) } as const;
  await build({
    ...config,
    root: SOURCES,
    base: `/${name}/`,
    plugins: [config.plugins, { name: 'source', transformIndexHtml: html }],
    build: { outDir, emptyOutDir: true, target: 'es2022', chunkSizeWarningLimit: Infinity },
  });
  return readFileSync(join(outDir, 'index.html'), 'utf8');
}

const fillIn = (html: string, { head, body }: ReturnType<Html>) =>
  html.replace('<!--head-->', () => head).replace('<!--body-->', () => body);

/** The bare form: neither a script nor the preload of one. */
const withoutScript = (html: string) =>
  html
    .replace(/<script\b[^>]*>.*?<\/script>/gs, '')
    .replace(/<link rel="modulepreload"[^>]*>/g, '');

function write(folder: string, name: string, content: string): void {
  const file = join(folder, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}
