import { posix } from 'node:path';
import { parseSync } from 'vite';

/** One import, dynamic import or re-export. The linter forbids the other form, `import('…')` as a type. */
export interface Import {
  /** The importing file, relative to the repository's root. */
  readonly from: string;
  /** The imported file, relative to the root, or the name of a package, such as `@mui/material` or `node:fs`. */
  readonly to: string;
  /** Whether it is erased with the types, so that nothing is loaded at run time. */
  readonly typeOnly: boolean;
}

/** Marks a relative import that resolves to no file. */
export const NOT_FOUND = 'not found:';

/**
 * Reads the imports of one file with Vite's parser, which knows TypeScript, JSX and `import type`.
 * @param files every file of the repository, to resolve imports without an extension
 */
export function readImports(file: string, source: string, files: ReadonlySet<string>): Import[] {
  const { module, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0]?.message}`);
  const found: Import[] = [];
  const add = (request: string, typeOnly: boolean) =>
    found.push({ from: file, to: resolve(file, request, files), typeOnly });

  for (const { moduleRequest, start } of module.staticImports) {
    // `import { type A }` still loads the module; only `import type` does not.
    add(moduleRequest.value, /^import type\b/.test(source.slice(start, start + 12)));
  }
  for (const { entries, start } of module.staticExports) {
    const request = entries.find((entry) => entry.moduleRequest)?.moduleRequest;
    if (request) add(request.value, /^export type\b/.test(source.slice(start, start + 12)));
  }
  for (const { moduleRequest } of module.dynamicImports) {
    const literal = /^(['"`])(.+)\1$/.exec(source.slice(moduleRequest.start, moduleRequest.end));
    if (literal?.[2]) add(literal[2], false);
  }
  return found;
}

function resolve(file: string, request: string, files: ReadonlySet<string>): string {
  if (!request.startsWith('.')) return packageName(request);
  const target = posix.join(posix.dirname(file), request.replace(/\?.*$/, ''));
  const candidates = [target, `${target}.ts`, `${target}.tsx`, `${target}/index.ts`];
  return candidates.find((candidate) => files.has(candidate)) ?? `${NOT_FOUND} ${target}`;
}

function packageName(request: string): string {
  return request
    .split('/')
    .slice(0, request.startsWith('@') ? 2 : 1)
    .join('/');
}
