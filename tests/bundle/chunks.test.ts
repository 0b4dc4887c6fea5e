/** What a visitor downloads, which must hold nothing of the staff app, and how much. */
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

/** What the first paint waits for: the entry and the English texts. */
const forPaint = () => [
  entry.fileName,
  chunkWith('/contract/languages/en.everyone.part.js').fileName,
];
/** That, and the HTTP client, which comes with the first call. */
const forUse = () => [...forPaint(), chunkWith('/node_modules/axios/lib/axios.js').fileName];

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

  it('has them in the signed-in app, so that the search above can find them', () => {
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

  it('paints the landing page with at most 115 KB of scripts by gzip', () => {
    expect(kilobytes(loadedWith(chunks, forPaint()), 'gzip')).toBeLessThanOrEqual(115);
  });

  it('makes the landing page usable with at most 130 KB of scripts as browsers get them', () => {
    expect(kilobytes(loadedWith(chunks, forUse()), 'brotli')).toBeLessThanOrEqual(130);
  });

  it('shows the signed-in app with at most 300 KB of scripts by gzip', () => {
    const names = [...forUse(), chunkWith(SIGNED_IN_APP).fileName];
    expect(kilobytes(loadedWith(chunks, names), 'gzip')).toBeLessThanOrEqual(300);
  });
});
