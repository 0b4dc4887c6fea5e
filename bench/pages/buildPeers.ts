/** Builds the peers from the packages the product has anyway, into a folder that is gone at the end. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { build, type InlineConfig } from 'vite';
import { z } from 'zod';
import { atEnd } from '../atEnd';
import { say } from '../say';

const LANDING = 'bench/pages/peers/landing';
const STAFF = 'bench/pages/peers/staff';
/** As large as the product compresses from. */
const WORTH_COMPRESSING = 1_024;

const pageSchema = z.object({ head: z.string(), body: z.string() });
type PageHtml = z.output<typeof pageSchema>;

interface Peers {
  /** Each peer's page lies in a folder of its name, with a compressed copy of each text. */
  readonly folder: string;
  /** The script that measures in a page. */
  readonly watch: string;
  remove(): Promise<void>;
}

export async function buildPeers(): Promise<Peers> {
  say('building the peers of the pages');
  const folder = mkdtempSync(join(tmpdir(), 'referral-desk-peers-'));
  const remove = atEnd(() => rmSync(folder, { recursive: true, force: true }));
  const web = join(folder, 'web');

  await buildPage('react', `${LANDING}/react.html`, web);
  await buildPage('mui', `${LANDING}/mui.html`, web);
  await buildPage('react-admin', `${STAFF}/list.html`, web);
  const { plain, mui } = await renderLanding(join(folder, 'rendering'));
  const plainPage = filled(pageOf(web, 'react'), plain);
  write(web, 'bare-linked', withoutScript(plainPage));
  write(web, 'bare', withoutScript(withStyles(web, plainPage)));
  write(web, 'react', withStyles(web, plainPage));
  const muiPage = pageOf(web, 'mui');
  write(web, 'mui-by-script', filled(muiPage, { head: '', body: '' }));
  write(web, 'mui', filled(muiPage, mui));
  compressTexts(web);

  return { folder: web, watch: await buildWatch(join(folder, 'watch')), remove };
}

const common = (outDir: string): InlineConfig => ({
  configFile: false,
  logLevel: 'warn',
  plugins: [react()],
  build: { outDir, emptyOutDir: true, target: 'es2022', chunkSizeWarningLimit: Infinity },
});

/** One page with its own scripts and styles, below `/<name>/`. */
async function buildPage(name: string, html: string, web: string): Promise<void> {
  const config = common(join(web, name));
  await build({
    ...config,
    root: join(html, '..'),
    base: `/${name}/`,
    build: { ...config.build, rollupOptions: { input: html } },
  });
  const file = html.split('/').at(-1) ?? '';
  write(web, name, readFileSync(join(web, name, file), 'utf8'));
  if (file !== 'index.html') rmSync(join(web, name, file));
}

async function renderLanding(outDir: string): Promise<{ plain: PageHtml; mui: PageHtml }> {
  const config = common(outDir);
  await build({
    ...config,
    ssr: { noExternal: true },
    build: {
      ...config.build,
      ssr: `${LANDING}/toHtml.tsx`,
      rollupOptions: { output: { entryFileNames: 'toHtml.mjs' } },
    },
  });
  const rendering = z
    .object({
      plainHtml: z.function({ output: pageSchema }),
      muiHtml: z.function({ output: pageSchema }),
    })
    .parse(await import(pathToFileURL(join(outDir, 'toHtml.mjs')).href));
  return { plain: rendering.plainHtml(), mui: rendering.muiHtml() };
}

async function buildWatch(outDir: string): Promise<string> {
  const config = common(outDir);
  const lib = { entry: 'bench/pages/inPage/watch.ts', name: 'watch', formats: ['iife' as const] };
  const fileName = () => 'watch.js';
  await build({ ...config, build: { ...config.build, lib: { ...lib, fileName } } });
  return readFileSync(join(outDir, 'watch.js'), 'utf8');
}

const filled = (html: string, { head, body }: PageHtml) =>
  html.replace('<!--head-->', () => head).replace('<!--body-->', () => body);

/** The bare form: neither a script nor a hint at one. */
const withoutScript = (html: string) =>
  html
    .replace(/<script\b[^>]*>.*?<\/script>/gs, '')
    .replace(/<link rel="modulepreload"[^>]*>/g, '');

/** Its styles in the page itself: a line this slow takes half a second for each further file. */
const withStyles = (web: string, html: string) =>
  html.replace(
    /<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/g,
    (_link, href: string) => `<style>${readFileSync(join(web, href), 'utf8')}</style>`,
  );

const pageOf = (web: string, name: string) => readFileSync(join(web, name, 'index.html'), 'utf8');

function write(web: string, name: string, html: string): void {
  mkdirSync(join(web, name), { recursive: true });
  writeFileSync(join(web, name, 'index.html'), html);
}

function compressTexts(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const content = readFileSync(file);
    if (content.length >= WORTH_COMPRESSING)
      writeFileSync(`${file}.br`, brotliCompressSync(content));
  }
}
