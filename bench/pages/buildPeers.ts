/** Builds the peers from the packages the product has anyway. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { build, type InlineConfig, runnerImport } from 'vite';
import { say } from '../say';

const SOURCES = 'bench/pages/peers';
/** As large as the product compresses from. */
const WORTH_COMPRESSING = 1_024;

const config: InlineConfig = { configFile: false, logLevel: 'warn', plugins: [react()] };

/** @returns the folder: each peer's page lies in one of its name, with a compressed copy of each text */
export async function buildPeers(folder: string): Promise<string> {
  say('building the peers of the pages');
  const plainPage = await buildPage(folder, 'react', 'PlainPage.tsx');
  const muiPage = await buildPage(folder, 'mui', 'MuiPage.tsx');
  await buildPage(folder, 'react-admin', 'list.tsx');
  const { module } = await runnerImport<{ plainHtml: Html; muiHtml: Html }>(`./${SOURCES}/toHtml.tsx`, config); // prettier-ignore
  const plain = module.plainHtml();
  const link = '<link rel="stylesheet" href="assets/plain.css" />';
  const css = readFileSync(join(SOURCES, 'plain.css'), 'utf8');
  // In the page itself: a line this slow takes half a second for each further file.
  const whole = filled(plainPage, { ...plain, head: `<style>${css}</style>` });
  write(folder, 'react/index.html', whole);
  write(folder, 'bare/index.html', withoutScript(whole));
  write(
    folder,
    'bare-linked/index.html',
    withoutScript(filled(plainPage, { ...plain, head: link })),
  );
  write(folder, 'bare-linked/assets/plain.css', css);
  write(folder, 'mui-by-script/index.html', filled(muiPage, { head: '', body: '' }));
  write(folder, 'mui/index.html', filled(muiPage, module.muiHtml()));
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const content = readFileSync(file);
    if (content.length >= WORTH_COMPRESSING) writeFileSync(`${file}.br`, brotliCompressSync(content)); // prettier-ignore
  }
  return folder;
}

type Html = () => { head: string; body: string };

/** One page with its own scripts and styles, below `/<name>/`. @returns its HTML */
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

const filled = (html: string, { head, body }: ReturnType<Html>) =>
  html.replace('<!--head-->', () => head).replace('<!--body-->', () => body);

/** The bare form: neither a script nor a hint at one. */
const withoutScript = (html: string) =>
  html
    .replace(/<script\b[^>]*>.*?<\/script>/gs, '')
    .replace(/<link rel="modulepreload"[^>]*>/g, '');

function write(folder: string, name: string, content: string): void {
  const file = join(folder, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}
