import { parseSync } from 'vite';
import { ROLES } from '../../../contract/constants';

/** Only these files may compare roles; all other code queries their tables. */
const TABLES = /^contract\/(constants|permissions|roles)\.ts$/;
const SHIPPED = /^(contract|server|src)\/(?!.*\.test\.tsx?$)/;
const IN_SQL = new RegExp(`\\brole\\s*(=|<>|!=|in)\\s*\\(?\\s*'(${ROLES.join('|')})'`, 'i');
const COMPARING = new Set(['eq', 'ne', 'inArray', 'notInArray', 'includes', 'has']);

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

/** Returns a message for each comparison with a role's name in a shipped file, except in the tables. */
export function findRoleComparisons(file: string, source: string): string[] {
  if (!SHIPPED.test(file) || TABLES.test(file)) return [];
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0]?.message}`);
  const found: string[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    if (!isNode(value)) return;
    if (isComparison(value)) {
      const text = source.slice(Number(value.start), Number(value.end)).slice(0, 80);
      found.push(`${file}: compares a role (ask contract/permissions or contract/roles): ${text}`);
      return;
    }
    Object.values(value).forEach(visit);
  };
  visit(program);
  return found;
}

function isComparison(node: Node): boolean {
  switch (node.type) {
    case 'BinaryExpression':
      return /^[!=]==?$/.test(String(node.operator)) && [node.left, node.right].some(namesRole);
    case 'SwitchCase':
      return namesRole(node.test);
    case 'TemplateElement':
      return IN_SQL.test((node.value as { raw: string }).raw);
    case 'CallExpression': {
      const callee = node.callee as Node;
      const name = (callee.type === 'MemberExpression' ? (callee.property as Node) : callee).name;
      const operands = [...(node.arguments as unknown[]), callee.object];
      return COMPARING.has(String(name)) && operands.some(namesRole);
    }
    default:
      return false;
  }
}

/** Whether a node is a role's name, or a list with one. */
function namesRole(value: unknown): boolean {
  if (!isNode(value)) return false;
  if (value.type === 'ArrayExpression') return (value.elements as unknown[]).some(namesRole);
  return value.type === 'Literal' && (ROLES as readonly unknown[]).includes(value.value);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}
