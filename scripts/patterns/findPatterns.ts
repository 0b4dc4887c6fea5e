import { parseSync } from 'vite';

/** What zod checks with a regular expression of its own. */
const ZOD_FORMATS =
  /^z\.(?:iso\.\w+|base64\w*|cidrv\d|cuid2?|e164|email|emoji|guid|hostname|ipv\d|jwt|mac|nanoid|ulid|url|uuid\w*|xid)$/;
/** These take a text as a regular expression. */
const TAKE_PATTERNS = new Set(['match', 'matchAll', 'search']);
const SQL_PATTERNS = /\b(?:regexp_\w+|similar to)\b|\bnormalize\(\w+, \w+\)|~\*? ?'/gi;

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

/**
 * The patterns of a source file, as it spells them: regular expressions, also those that are made at run time, stand behind
 * one of zod's formats or in SQL; and normalizations of Unicode, which put marks in order in quadratic time.
 */
export function findPatterns(file: string, source: string): string[] {
  const found: string[] = source.match(SQL_PATTERNS) ?? [];
  if (file.endsWith('.sql')) return [...new Set(found)];
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0]?.message}`);
  const spelt = ({ start, end }: Node) => source.slice(start, end);
  visit(program, (node) => {
    if (isPattern(node)) found.push(spelt(node));
    if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return;
    const callee = node.callee as Node;
    const [first] = node.arguments as Node[];
    const name = spelt(callee);
    const method = callee.type === 'MemberExpression' ? spelt(callee.property as Node) : name;
    const isText =
      first?.type === 'TemplateLiteral' || (first?.type === 'Literal' && !isPattern(first));
    const makesOne = method === 'RegExp' || (TAKE_PATTERNS.has(method) && isText);
    if (makesOne || method === 'normalize' || ZOD_FORMATS.test(name)) found.push(spelt(node));
  });
  return [...new Set(found)];
}

const isPattern = (node: Node) => node.type === 'Literal' && 'regex' in node;

function visit(value: unknown, see: (node: Node) => void): void {
  if (typeof value !== 'object' || value === null) return;
  if ('type' in value && 'start' in value) see(value as Node);
  for (const inner of Object.values(value)) visit(inner, see);
}
