import { globSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import ts from 'typescript';

/** A pattern as the code writes it, with every place that has it as `path:line`. */
export interface WrittenPattern {
  readonly source: string;
  readonly flags: string;
  readonly places: string[];
  /** The same places as `path: name` of the constant that holds it, '' for none. */
  readonly names: string[];
}

/** Stands in a pattern for what is known only while the product runs. */
const UNKNOWN = 'x';
/** Constants made of constants are followed so far. */
const DEPTH_MAX = 8;

const files = new Map<string, ts.SourceFile>();

function fileOf(path: string): ts.SourceFile {
  let file = files.get(path);
  if (!file) {
    const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
    file = ts.createSourceFile(path, scriptsOf(path), ts.ScriptTarget.Latest, true, kind);
    files.set(path, file);
  }
  return file;
}

/** Of an Astro file its frontmatter and scripts, on the lines where they stand. */
function scriptsOf(path: string): string {
  const text = readFileSync(path, 'utf8');
  if (!path.endsWith('.astro')) return text;
  const kept = [...text.matchAll(/^---\n[\s\S]*?\n---|<script\b[^>]*>([\s\S]*?)<\/script>/g)];
  const isKept = (at: number) => kept.some(({ index, 0: part }) => at >= index && at < index + part.length);
  let at = 0;
  return text
    .split('\n')
    .map((line) => {
      const isScript = isKept(at) && !/^---|<\/?script/.test(line);
      at += line.length + 1;
      return isScript ? line : '';
    })
    .join('\n');
}

/** Every pattern of the code below these folders: literals, and `new RegExp` as far as its parts are constants. */
export function writtenPatterns(root: string, folders: readonly string[]): WrittenPattern[] {
  const found = new Map<string, WrittenPattern>();
  const paths = folders.flatMap((folder) => globSync(`${root}${folder}/**/*.{ts,tsx,astro}`)).sort();
  for (const path of paths) {
    const file = fileOf(path);
    const add = (node: ts.Node, source: string, flags: string) => {
      const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      const key = `/${source}/${flags}`;
      const pattern = found.get(key) ?? { source, flags, places: [], names: [] };
      pattern.places.push(`${path.slice(root.length)}:${line}`);
      pattern.names.push(`${path.slice(root.length)}: ${nameOf(node)}`);
      found.set(key, pattern);
    };
    const look = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) add(node, ...literalOf(node));
      else if (isRegExpCall(node)) {
        const [source, flags] = node.arguments ?? [];
        add(node, source ? textOf(source, 0) : '', flags ? textOf(flags, 0) : '');
      }
      ts.forEachChild(node, look);
    };
    look(file);
  }
  return [...found.values()];
}

function nameOf(node: ts.Node): string {
  const holder = ts.findAncestor(node, ts.isVariableDeclaration);
  return holder?.name.getText() ?? '';
}

const isRegExpCall = (node: ts.Node): node is ts.NewExpression | ts.CallExpression =>
  (ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === 'RegExp';

function literalOf(node: ts.RegularExpressionLiteral): [string, string] {
  const end = node.text.lastIndexOf('/');
  return [node.text.slice(1, end), node.text.slice(end + 1)];
}

/** What a text comes to; UNKNOWN in the place of what is no constant. */
function textOf(node: ts.Expression, depth: number): string {
  if (depth > DEPTH_MAX) return UNKNOWN;
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isRegularExpressionLiteral(node)) return literalOf(node)[0];
  if (ts.isTemplateExpression(node)) return templateOf(node, false, depth);
  if (ts.isTaggedTemplateExpression(node)) {
    if (node.tag.getText() !== 'String.raw') return UNKNOWN;
    const { template } = node;
    return ts.isTemplateExpression(template) ? templateOf(template, true, depth) : (template.rawText ?? '');
  }
  if (ts.isBinaryExpression(node)) return textOf(node.left, depth + 1) + textOf(node.right, depth + 1);
  if (ts.isPropertyAccessExpression(node) && node.name.text === 'source') return textOf(node.expression, depth + 1);
  if (ts.isCallExpression(node)) return joinedOf(node, depth);
  const value = ts.isIdentifier(node) ? constantOf(node) : undefined;
  return value ? textOf(value, depth + 1) : UNKNOWN;
}

function templateOf(node: ts.TemplateExpression, isRaw: boolean, depth: number): string {
  const piece = (part: ts.TemplateHead | ts.TemplateMiddle | ts.TemplateTail) =>
    (isRaw ? part.rawText : part.text) ?? '';
  const spans = node.templateSpans.map(({ expression, literal }) => textOf(expression, depth + 1) + piece(literal));
  return piece(node.head) + spans.join('');
}

/** `[…].join('|')` of constants. */
function joinedOf(node: ts.CallExpression, depth: number): string {
  const { expression } = node;
  if (!ts.isPropertyAccessExpression(expression) || expression.name.text !== 'join') return UNKNOWN;
  const list = ts.isIdentifier(expression.expression) ? constantOf(expression.expression) : expression.expression;
  if (!list || !ts.isArrayLiteralExpression(list)) return UNKNOWN;
  const [between] = node.arguments;
  return list.elements.map((element) => textOf(element, depth + 1)).join(between ? textOf(between, depth + 1) : ',');
}

/** What a name stands for: a constant of its own file or of the one that it is imported from. */
function constantOf(name: ts.Identifier): ts.Expression | undefined {
  const file = name.getSourceFile();
  const own = declared(file, name.text);
  if (own) return own;
  for (const statement of file.statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
    const bindings = statement.importClause?.namedBindings;
    const named =
      bindings && ts.isNamedImports(bindings)
        ? bindings.elements.find((element) => element.name.text === name.text)
        : undefined;
    const path = statement.moduleSpecifier.text;
    if (named && path.startsWith('.'))
      return declared(fileOf(resolve(dirname(file.fileName), path)), (named.propertyName ?? named.name).text);
  }
  return undefined;
}

function declared(file: ts.SourceFile, name: string): ts.Expression | undefined {
  for (const statement of file.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    const { declarations } = statement.declarationList;
    const found = declarations.find((declaration) => declaration.name.getText() === name);
    if (found?.initializer) return withoutTypes(found.initializer);
  }
  return undefined;
}

const withoutTypes = (node: ts.Expression): ts.Expression =>
  ts.isAsExpression(node) || ts.isSatisfiesExpression(node) ? withoutTypes(node.expression) : node;
