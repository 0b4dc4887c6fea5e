import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build, loadConfigFromFile, type Rolldown } from 'vite';

/** One file of the built web app: which modules are in it and how large it travels. */
export interface Chunk {
  readonly fileName: string;
  /** Paths of the modules inside, as far as their code was kept. */
  readonly modules: readonly string[];
  /** Bytes after gzip, and after Brotli, which is what browsers get. */
  readonly gzip: number;
  readonly brotli: number;
  /** The chunks loaded together with this one. */
  readonly imports: readonly string[];
  /** The chunks this one loads later. */
  readonly dynamicImports: readonly string[];
}

/** Builds the web app by its own configuration, in memory. */
export async function buildChunks(): Promise<Map<string, Chunk>> {
  // Vitest says 'test', and then libraries bring their development parts.
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
    // It compresses files on disk, of which there are none here.
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

/** The chunks loaded when those named are. */
export function loadedWith(chunks: ReadonlyMap<string, Chunk>, names: Iterable<string>): Chunk[] {
  return walk(chunks, names, (chunk) => chunk.imports);
}

/** Every chunk that may ever be loaded from those named, without going through one that `isBarred`. */
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
