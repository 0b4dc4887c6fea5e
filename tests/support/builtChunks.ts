import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build, loadConfigFromFile, type Rolldown } from 'vite';

/** One file of the built web app: its modules and compressed sizes. */
export interface Chunk {
  readonly fileName: string;
  /** Paths of the contained modules that still have code after tree shaking. */
  readonly modules: readonly string[];
  /** Bytes after gzip and after Brotli. Browsers get Brotli. */
  readonly gzip: number;
  readonly brotli: number;
  /** Statically imported chunks. */
  readonly imports: readonly string[];
  /** Dynamically imported chunks. */
  readonly dynamicImports: readonly string[];
}

/** Builds the web app in memory with its own Vite configuration. */
export async function buildChunks(): Promise<Map<string, Chunk>> {
  // Vitest sets 'test', which makes libraries include their development code.
  process.env.NODE_ENV = 'production';
  const environment = { command: 'build', mode: 'production' } as const;
  const loaded = await loadConfigFromFile(environment, 'vite.config.ts');
  if (!loaded) throw new Error('vite.config.ts cannot be read');
  const { plugins = [], ...config } = loaded.config;
  const result = await build({
    ...config,
    configFile: false,
    mode: 'production',
    logLevel: 'error',
    // This plugin compresses files on disk. The in-memory build writes none.
    plugins: plugins.filter((plugin) => !isNamed(plugin, 'compressed-files')),
    build: { ...config.build, write: false },
  });
  const outputs = [result].flat().flatMap((part) => ('output' in part ? part.output : []));
  const chunks = outputs.filter((part): part is Rolldown.OutputChunk => part.type === 'chunk');
  return new Map(
    chunks.map((chunk) => [
      chunk.fileName,
      {
        fileName: chunk.fileName,
        modules: Object.entries(chunk.modules)
          .filter(([, module]) => module.renderedLength > 0)
          .map(([id]) => id),
        gzip: gzipSync(chunk.code).length,
        brotli: brotliCompressSync(chunk.code).length,
        imports: chunk.imports,
        dynamicImports: chunk.dynamicImports,
      },
    ]),
  );
}

/** Returns the named chunks and their static imports, transitively. */
export function loadedWith(chunks: ReadonlyMap<string, Chunk>, names: Iterable<string>): Chunk[] {
  return walk(chunks, names, (chunk) => chunk.imports);
}

/** Returns every chunk reachable from the named ones by any import, without passing through a chunk that `isBarred`. */
export function reachableFrom(
  chunks: ReadonlyMap<string, Chunk>,
  names: Iterable<string>,
  isBarred: (chunk: Chunk) => boolean,
): Chunk[] {
  return walk(chunks, names, (chunk) => [...chunk.imports, ...chunk.dynamicImports], isBarred);
}

function walk(
  chunks: ReadonlyMap<string, Chunk>,
  names: Iterable<string>,
  next: (chunk: Chunk) => readonly string[],
  isBarred: (chunk: Chunk) => boolean = () => false,
): Chunk[] {
  const found = new Map<string, Chunk>();
  const queue = [...names];
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    const chunk = chunks.get(name);
    if (!chunk || found.has(name) || isBarred(chunk)) continue;
    found.set(name, chunk);
    queue.push(...next(chunk));
  }
  return [...found.values()];
}

function isNamed(plugin: unknown, name: string): boolean {
  return typeof plugin === 'object' && plugin !== null && 'name' in plugin && plugin.name === name;
}
