import { type JsxElement, type JsxFragment, type Node } from 'typescript/unstable/ast';
import {
  isArrowFunction,
  isFunctionDeclaration,
  isFunctionExpression,
  isJsxElement,
  isJsxExpression,
  isJsxFragment,
  isJsxSelfClosingElement,
  isJsxText,
  isMethodDeclaration,
  isStringLiteral,
  isVariableDeclaration,
} from 'typescript/unstable/ast/is';
import {
  API,
  type Checker,
  type Type,
  TypeFlags,
  type TypeReference,
} from 'typescript/unstable/sync';

type Parent = JsxElement | JsxFragment;
type Report = (node: Node, why: string) => void;

/** What a child of an element renders. */
interface Child {
  readonly node: Node;
  /** No text, one that stays the same, one that may change, come or go, or any number of them. */
  readonly text: 'none' | 'constant' | 'changing' | 'list';
  /** Whether its nodes may change, come or go. */
  readonly varies: boolean;
}

/**
 * Finds texts that break when a browser translates the page. The translation replaces each text by an element, and React then
 * removes, moves or changes a text that is no longer in the document. A text is safe as the only child of a DOM element, whose
 * whole content React replaces, and as a constant among siblings that never change. Siblings are judged by their types
 * (src/app/elements.ts has a type without texts).
 * @param configFile the absolute path of a tsconfig
 * @param isChecked whether a file, by its absolute path, is checked
 * @param files contents by absolute path, in place of those on disk
 * @returns a message for each text
 * @throws if the project cannot be read, or no file is checked
 */
export function findBareTexts(
  configFile: string,
  isChecked: (file: string) => boolean,
  files: ReadonlyMap<string, string> = new Map(),
): string[] {
  const api = new API({ fs: { readFile: (file) => files.get(file) } });
  const project = api.updateSnapshot({ openProjects: [configFile] }).getProject(configFile);
  const names = project?.program.getSourceFileNames().filter(isChecked) ?? [];
  if (!project || names.length === 0) throw new Error(`${configFile} has no file to check`);
  const found = names.flatMap((name) => {
    const file = project.program.getSourceFile(name);
    if (!file) throw new Error(`${name} cannot be read`);
    const messages: string[] = [];
    const report: Report = (node, why) => {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
      const [text] = node.getText(file).trim().split('\n');
      messages.push(`${name}:${line + 1}: ${why}: ${text}`);
    };
    const visit = (node: Node): void => {
      // What a fragment renders is among the children of the element around it.
      const isInner = isFragment(node) && isParent(node.parent);
      if (isParent(node) && !isInner) checkChildren(node, project.checker, report);
      checkComponent(node, project.checker, report);
      node.forEachChild(visit);
    };
    visit(file);
    return messages;
  });
  api.close();
  return found;
}

const isParent = (node: Node): node is Parent => isJsxElement(node) || isJsxFragment(node);
/** `<>…</>`, or one with a key. */
const isFragment = (node: Node): node is Parent =>
  isJsxFragment(node) ||
  (isJsxElement(node) && node.openingElement.tagName.getText() === 'Fragment');

function checkChildren(parent: Parent, checker: Checker, report: Report): void {
  const children = listChildren(parent, checker);
  for (const child of children) {
    const others = children.filter((other) => other !== child);
    const isSafe = {
      none: true,
      constant: !others.some(({ varies }) => varies),
      changing: others.length === 0,
      list: false,
    }[child.text];
    if (!isSafe) report(child.node, 'text beside something needs an element of its own');
    else if (child.text !== 'none' && isFragment(parent))
      report(child.node, 'text in a fragment needs an element of its own');
  }
}

function listChildren(parent: Parent, checker: Checker): Child[] {
  return parent.children.flatMap((node): Child[] => {
    if (isFragment(node)) return listChildren(node, checker);
    if (isJsxText(node))
      return node.containsOnlyTriviaWhiteSpaces ? [] : [{ node, text: 'constant', varies: false }];
    // A comment renders nothing.
    if (isJsxExpression(node))
      return node.expression ? [readExpression(node.expression, checker)] : [];
    return [{ node, text: 'none', varies: !isDomElement(node) }];
  });
}

/** Whether a child is a DOM element, such as `<b>`, which always renders; a component may render nothing. */
function isDomElement(node: Node): boolean {
  const tag = isJsxElement(node) ? node.openingElement : node;
  if (!isJsxElement(node) && !isJsxSelfClosingElement(node)) return false;
  return /^<[a-z]/.test(tag.getText());
}

function readExpression(node: Node, checker: Checker): Child {
  if (isStringLiteral(node)) return { node, text: 'constant', varies: false };
  return { node, text: readType(checker.getTypeAtLocation(node), checker), varies: true };
}

const TEXT = TypeFlags.StringLike | TypeFlags.NumberLike | TypeFlags.BigIntLike;

/** What text values of a type render; those of an unknown type may be one. React renders nothing for an empty text. */
function readType(
  type: Type | undefined,
  checker: Checker,
  seen: ReadonlySet<number> = new Set(),
): 'none' | 'changing' | 'list' {
  if (!type) return 'changing';
  if (seen.has(type.id)) return 'none';
  const read = (part: Type) => readType(part, checker, new Set([...seen, type.id]));
  if (type.isUnionType()) {
    const parts = type.getTypes().map(read);
    return parts.find((part) => part === 'list') ?? parts.find((part) => part !== 'none') ?? 'none';
  }
  if (checker.isArrayType(type) || checker.isTupleType(type)) {
    const parts = checker.getTypeArguments(type as TypeReference).map(read);
    return parts.some((part) => part !== 'none') ? 'list' : 'none';
  }
  const constraint = type.isTypeParameter() ? checker.getBaseConstraintOfType(type) : undefined;
  if (constraint) return read(constraint);
  const isEmpty = type.isStringLiteralType() && type.value === '';
  return type.flags & (TEXT | TypeFlags.AnyOrUnknown) && !isEmpty ? 'changing' : 'none';
}

/** A component's output may have siblings in its caller, so it must have no text outside an element. */
function checkComponent(node: Node, checker: Checker, report: Report): void {
  const isFunction =
    isFunctionDeclaration(node) ||
    isFunctionExpression(node) ||
    isArrowFunction(node) ||
    isMethodDeclaration(node);
  if (!isFunction) return;
  const own = isArrowFunction(node) ? undefined : node.name;
  const name = own ?? (isVariableDeclaration(node.parent) ? node.parent.name : undefined);
  if (!name || !/^([A-Z]|render$)/.test(name.getText())) return;
  const signature = checker.getSignatureFromDeclaration(node);
  const type = signature && checker.getReturnTypeOfSignature(signature);
  if (readType(type, checker) !== 'none')
    report(name, 'a component needs an element around its text');
}
