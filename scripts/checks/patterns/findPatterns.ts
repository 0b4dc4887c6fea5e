import { parseSync } from 'vite';

/** Formats that zod checks with its own regular expressions. */
const ZOD_FORMATS =
  /^z\.(?:iso\.\w+|base64\w*|cidrv\d|cuid2?|e164|email|emoji|guid|hostname|ipv\d|jwt|mac|nanoid|ulid|url|uuid\w*|xid)$/;
/** Methods that convert a string to a regular expression. */
const TAKE_PATTERNS = new Set(['match', 'matchAll', 'search']);
const SQL_PATTERNS = /\b(?:regexp_\w+|similar to)\b|\bnormalize\(\w+, \w+\)|~\*? ?'/gi;

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

/**
 * Finds the patterns of a source file, as spelled there: regular expressions, including those created at run time, behind a zod
 * format or in SQL; and Unicode normalizations, which order combining marks in quadratic time.
 */
export function findPatterns(file: string, source: string): string[] {
  const found: string[] = source.match(SQL_PATTERNS) ?? [];
  if (file.endsWith('.sql')) return [...new Set(found)];
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0]?.message}`);
  const textOf = ({ start, end }: Node) => source.slice(start, end);
  visit(program, (node) => {
    if (isPattern(node)) found.push(textOf(node));
    if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return;
    const callee = node.callee as Node;
    const [first] = node.arguments as Node[];
    const name = textOf(callee);
    const method = callee.type === 'MemberExpression' ? textOf(callee.property as Node) : name;
    const isString =
      first?.type === 'TemplateLiteral' || (first?.type === 'Literal' && !isPattern(first));
    const createsPattern = method === 'RegExp' || (TAKE_PATTERNS.has(method) && isString);
    if (createsPattern || method === 'normalize' || ZOD_FORMATS.test(name))
      found.push(textOf(node));
  });
  return [...new Set(found)];
}

const isPattern = (node: Node) => node.type === 'Literal' && 'regex' in node;

function visit(value: unknown, onNode: (node: Node) => void): void {
  if (typeof value !== 'object' || value === null) return;
  if ('type' in value && 'start' in value) onNode(value as Node);
  for (const inner of Object.values(value)) visit(inner, onNode);
}
