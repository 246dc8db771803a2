import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'rolldown/utils';

const root = path.resolve(import.meta.dirname, '../..');

/** A regular expression of the sources: where it stands and what it is used for. */
export interface FoundRegex {
  readonly file: string;
  readonly line: number;
  readonly source: string;
  readonly flags: string;
  /** Whether a text is taken apart at it, which looks for every match although it has no `g`. */
  readonly splits: boolean;
}

/** One that is put together while the program runs, so that no test can know it. */
export interface UnknownRegex {
  readonly file: string;
  readonly text: string;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

/** Every regular expression that a package is made of: literals, and those built of literals when a module is loaded. */
export function findRegexes(): { readonly found: readonly FoundRegex[]; readonly unknown: readonly UnknownRegex[] } {
  const found: FoundRegex[] = [];
  const unknown: UnknownRegex[] = [];
  for (const file of globSync('packages/*/src/**/*.{ts,tsx}', { cwd: root }).sort()) {
    if (/\.test\.tsx?$|[\\/]testing[\\/]/.test(file)) continue;
    const text = readFileSync(path.join(root, file), 'utf8');
    const { program } = parseSync(file, text);
    const named = new Map<string, RegExp>();
    const split = new Set<string>();
    const nodes: Node[] = [];
    visit(program, (node) => {
      nodes.push(node);
      if (node.type === 'VariableDeclarator' && isRegex(node.init))
        named.set((node.id as { name: string }).name, literal(node.init));
      const argument = splitAt(node);
      if (argument !== undefined) split.add(isRegex(argument) ? `${argument.start}` : String(argument.name));
    });
    const names = new Map([...named].map(([name, regex]) => [`${regex}`, name]));
    const add = (node: Node, regex: RegExp) => {
      const splits = split.has(`${node.start}`) || split.has(names.get(`${regex}`) ?? '');
      const line = text.slice(0, node.start).split('\n').length;
      found.push({ file: file.replaceAll('\\', '/'), line, source: regex.source, flags: regex.flags, splits });
    };
    for (const node of nodes) {
      if (isRegex(node)) add(node, literal(node));
      else if (isBuilt(node)) {
        const regex = built(text.slice(node.start, node.end), named);
        if (regex === undefined) unknown.push({ file: file.replaceAll('\\', '/'), text: text.slice(node.start, node.end) });
        else add(node, regex);
      }
    }
  }
  return { found, unknown };
}

function visit(value: unknown, see: (node: Node) => void): void {
  if (Array.isArray(value)) for (const item of value) visit(item, see);
  else if (value !== null && typeof value === 'object') {
    if ('type' in value) see(value as Node);
    for (const item of Object.values(value)) visit(item, see);
  }
}

function isRegex(value: unknown): value is Node & { readonly regex: { readonly pattern: string; readonly flags: string } } {
  return (value as Node | undefined)?.type === 'Literal' && 'regex' in (value as object);
}

function literal(node: { readonly regex: { readonly pattern: string; readonly flags: string } }): RegExp {
  return new RegExp(node.regex.pattern, node.regex.flags);
}

function isBuilt(node: Node): boolean {
  return (
    (node.type === 'NewExpression' || node.type === 'CallExpression') &&
    (node.callee as Node).type === 'Identifier' &&
    (node.callee as unknown as { name: string }).name === 'RegExp'
  );
}

function splitAt(node: Node): Node | undefined {
  if (node.type !== 'CallExpression') return undefined;
  const callee = node.callee as Node & { readonly property?: { readonly name?: string } };
  return callee.type === 'MemberExpression' && callee.property?.name === 'split' ? (node.arguments as Node[])[0] : undefined;
}

/** What an expression of constants gives, `new RegExp(OPENER.source, 'u')` for one. */
function built(expression: string, named: ReadonlyMap<string, RegExp>): RegExp | undefined {
  try {
    return new Function(...named.keys(), `return ${expression};`)(...named.values());
  } catch {
    return undefined;
  }
}
