/** The scripts a visitor downloads: no code of the staff app, and a limited size. */
import { beforeAll, describe, expect, it } from 'vitest';
import { buildChunks, type Chunk, loadedWith, reachableFrom } from '../support/builtChunks';

const STAFF_CODE = /\/node_modules\/(react-admin|ra-(?!i18n-polyglot\/)[\w-]+|@mui|@emotion)\//;
const SCHEMAS = /\/node_modules\/zod\//;
const SIGNED_IN_APP = '/src/SignedInApp.tsx';

let chunks: Map<string, Chunk>;
let entry: Chunk;
let visitors: Chunk[];

const holds = (chunk: Chunk, ending: string) => chunk.modules.some((id) => id.endsWith(ending));
const modulesOf = (list: readonly Chunk[]) => list.flatMap((chunk) => chunk.modules);
const kilobytes = (list: readonly Chunk[], how: 'gzip' | 'brotli') =>
  Math.ceil(list.reduce((sum, chunk) => sum + chunk[how], 0) / 1_024);

function chunkWith(ending: string): Chunk {
  const found = [...chunks.values()].find((chunk) => holds(chunk, ending));
  if (!found) throw new Error(`No chunk holds ${ending}`);
  return found;
}

/** Files needed for the first paint: the entry and the English texts. */
const paintFiles = () => [
  entry.fileName,
  chunkWith('/contract/languages/en.everyone.part.js').fileName,
];
/** The same, and the HTTP client, which loads with the first call. */
const usableFiles = () => [...paintFiles(), chunkWith('/node_modules/axios/lib/axios.js').fileName];

beforeAll(async () => {
  chunks = await buildChunks();
  entry = chunkWith('/src/main.tsx');
  visitors = reachableFrom(chunks, [entry.fileName], (chunk) => holds(chunk, SIGNED_IN_APP));
});

describe('the built web app', () => {
  it('loads the landing page with the entry', () => {
    const landing = modulesOf(loadedWith(chunks, [entry.fileName]));
    expect(landing.some((id) => id.includes('/src/public/'))).toBe(true);
    expect(landing.some((id) => id.includes('/src/referralForm/'))).toBe(true);
  });

  it('keeps react-admin and MUI out of everything a visitor can load', () => {
    expect(modulesOf(visitors).filter((id) => STAFF_CODE.test(id))).toEqual([]);
  });

  it('includes them in the signed-in app, which proves that the search above can find them', () => {
    const staff = modulesOf(loadedWith(chunks, [chunkWith(SIGNED_IN_APP).fileName]));
    expect(staff.some((id) => STAFF_CODE.test(id))).toBe(true);
  });

  it('ships no schemas to any browser', () => {
    expect(modulesOf([...chunks.values()]).filter((id) => SCHEMAS.test(id))).toEqual([]);
  });

  it('loads no form library with the landing page', () => {
    const landing = modulesOf(loadedWith(chunks, [entry.fileName]));
    expect(landing.filter((id) => id.includes('/node_modules/react-hook-form/'))).toEqual([]);
  });

  it('paints the landing page with at most 115 KB of gzipped scripts', () => {
    expect(kilobytes(loadedWith(chunks, paintFiles()), 'gzip')).toBeLessThanOrEqual(115);
  });

  it('downloads at most 105 KB of Brotli-compressed scripts until a visitor acts', () => {
    expect(kilobytes(loadedWith(chunks, paintFiles()), 'brotli')).toBeLessThanOrEqual(105);
  });

  it('makes the landing page usable with at most 130 KB of Brotli-compressed scripts', () => {
    expect(kilobytes(loadedWith(chunks, usableFiles()), 'brotli')).toBeLessThanOrEqual(130);
  });

  it('shows the signed-in app with at most 300 KB of gzipped scripts', () => {
    const names = [...usableFiles(), chunkWith(SIGNED_IN_APP).fileName];
    expect(kilobytes(loadedWith(chunks, names), 'gzip')).toBeLessThanOrEqual(300);
  });
});
