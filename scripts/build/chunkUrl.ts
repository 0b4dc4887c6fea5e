/**
 * A Vite plugin: `import url from './pipeline?chunkUrl'` is the address of that module's file in the build. Browsers remember a
 * failed `import()` until the page is reloaded, so a retry needs the address, to append a query to it.
 */
import type { Plugin } from 'vite';

const SUFFIX = '?chunkUrl';
/** Replaced by the address once the files have their names. */
const PLACEHOLDER = /__CHUNK_URL_OF:([^_]+)__/g;

export function chunkUrl(): Plugin {
  let base = '/';
  return {
    name: 'chunk-url',
    // Before Vite resolves the module without its suffix.
    enforce: 'pre',
    configResolved(config) {
      base = config.base;
    },
    async resolveId(source, importer) {
      if (!source.endsWith(SUFFIX)) return null;
      const target = await this.resolve(source.slice(0, -SUFFIX.length), importer);
      return target && target.id + SUFFIX;
    },
    load(id) {
      if (!id.endsWith(SUFFIX)) return null;
      return `export default '__CHUNK_URL_OF:${id.slice(0, -SUFFIX.length)}__'`;
    },
    generateBundle(_options, bundle) {
      const files = Object.values(bundle).filter((file) => file.type === 'chunk');
      const addressOf = (module: string) => {
        const file = files.find(({ facadeModuleId }) => facadeModuleId === module);
        if (!file) throw new Error(`${module} has no file of its own`);
        return base + file.fileName;
      };
      for (const file of files) {
        file.code = file.code.replace(PLACEHOLDER, (_text, module: string) => addressOf(module));
      }
    },
  };
}
