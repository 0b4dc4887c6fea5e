import type { Import } from './readImports';
import type { Rule } from './rules';

const TEST_FILE = /\.test\.tsx?$/;
const SOURCE_FILE = /\.\w+$/;

/**
 * Returns a message for each import that breaks a rule, and for each cycle of files or folders. Test files are exempt from the
 * rules and from cycles of folders. Type imports count in cycles: no part of a cycle can be understood or moved without the
 * others.
 */
export function findViolations(imports: readonly Import[], rules: readonly Rule[]): string[] {
  const shipped = imports.filter(({ from }) => !TEST_FILE.test(from));
  const loaded = groupByFile(shipped.filter(({ typeOnly }) => !typeOnly));
  const messages = new Set<string>();
  for (const rule of rules) {
    for (const found of shipped) {
      if (rule.forbids(found)) messages.add(`${rule.name}: ${found.from} imports ${found.to}`);
    }
    if (rule.throughOthers) {
      for (const file of loaded.keys()) {
        for (const reached of reachedFrom(file, loaded)) {
          if (rule.forbids({ ...reached, from: file })) {
            messages.add(`${rule.name}: ${file} reaches ${reached.to} through ${reached.from}`);
          }
        }
      }
    }
  }
  for (const cycle of findCycles(groupByFile(imports))) {
    messages.add(`no cycles: ${cycle.join(' imports ')}`);
  }
  for (const cycle of findCycles(groupByFile(shipped.filter(isOfTwoFiles).map(toSiblingImport)))) {
    const isOfFiles = cycle.every((path) => SOURCE_FILE.test(path));
    if (!isOfFiles) messages.add(`no cycles of folders: ${cycle.join(' imports ')}`);
  }
  return [...messages].toSorted();
}

type ImportsByFile = ReadonlyMap<string, readonly Import[]>;

function groupByFile(imports: readonly Import[]): ImportsByFile {
  const byFile = new Map<string, Import[]>();
  for (const found of imports) byFile.set(found.from, [...(byFile.get(found.from) ?? []), found]);
  return byFile;
}

const isOfTwoFiles = ({ from, to }: Import) => from !== to;

/** Maps an import of a file to one between siblings: the entries of the deepest common folder that contain the two files. */
function toSiblingImport({ from, to, typeOnly }: Import): Import {
  const [source, target] = [from.split('/'), to.split('/')];
  const depth = 1 + source.findIndex((name, index) => name !== target[index]);
  return { from: source.slice(0, depth).join('/'), to: target.slice(0, depth).join('/'), typeOnly };
}

/** Lists the imports of every file that `start` loads, directly or indirectly. */
function reachedFrom(start: string, byFile: ImportsByFile): Import[] {
  const visited = new Set([start]);
  const reached: Import[] = [];
  const queue = [start];
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    for (const found of byFile.get(file) ?? []) {
      if (file !== start) reached.push(found);
      if (!visited.has(found.to)) {
        visited.add(found.to);
        queue.push(found.to);
      }
    }
  }
  return reached;
}

/** Lists the import cycles that a depth-first search finds: at least one for each group of files that import each other. */
function findCycles(byFile: ImportsByFile): string[][] {
  const done = new Set<string>();
  const cycles: string[][] = [];
  const visit = (file: string, path: string[]): void => {
    const start = path.indexOf(file);
    if (start >= 0) {
      cycles.push([...path.slice(start), file]);
      return;
    }
    if (done.has(file)) return;
    for (const { to } of byFile.get(file) ?? []) visit(to, [...path, file]);
    done.add(file);
  };
  for (const file of byFile.keys()) visit(file, []);
  return cycles;
}
