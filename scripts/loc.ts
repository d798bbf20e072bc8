import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, posix } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';

/**
 * How large the house is and how it is cut: files, lines, imports, exports and folders, for `npm run loc` and for the
 * test that keeps folders from importing each other.
 */

const PRODUCT = /^(?:contract|rules|server|settings|src)\/.*\.(?:tsx?|astro|css|mjs)$/;
const CODE = /\.(?:tsx?|astro|mjs)$/;
/** Files that are one table; they may be longer than one thought. */
const TABLE = /^(?:contract\/(?:errors|limits)|settings\/table|server\/[\w-]+\/(?:context\/)?migrations)\.ts$/;

interface Import {
  readonly to: string;
  /** `*` for all of a module. */
  readonly names: readonly string[];
  /** Whether only its path is named, of a program or a thread that is started. */
  readonly isStarted?: boolean;
}

export interface HouseFile {
  readonly path: string;
  readonly lines: number;
  /** Lines that import statements take. */
  readonly importLines: number;
  readonly imports: readonly Import[];
  readonly exported: readonly string[];
}

export interface House {
  readonly product: readonly HouseFile[];
  /** All code of the repository, tests and tools included. */
  readonly all: readonly HouseFile[];
}

/** Reads what git knows of the working copy. */
export function readHouse(): House {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' })
    .split('\n')
    .filter((path) => (CODE.test(path) || PRODUCT.test(path)) && existsSync(path));
  const known = new Set(listed);
  const all = listed.map((path) => readFile(path, known));
  return { all, product: all.filter(({ path }) => PRODUCT.test(path)) };
}

function readFile(path: string, known: ReadonlySet<string>): HouseFile {
  const text = readFileSync(path, 'utf8');
  const lines = text.split('\n').length - 1;
  if (path.endsWith('.css')) return { path, lines, importLines: 0, imports: [], exported: [] };
  const code = path.endsWith('.astro') ? codeOfPage(text) : text;
  const source = ts.createSourceFile(
    path,
    code,
    ts.ScriptTarget.Latest,
    false,
    path.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );
  const imports: Import[] = [];
  const exported: string[] = [];
  let importLines = 0;
  for (const statement of source.statements) {
    if (ts.isImportDeclaration(statement) || (ts.isExportDeclaration(statement) && statement.moduleSpecifier)) {
      importLines += code.slice(statement.getStart(source), statement.end).split('\n').length;
      const to = resolve(path, (statement.moduleSpecifier as ts.StringLiteral).text, known);
      if (to !== null) imports.push({ to, names: namesOf(statement, code) });
    } else exported.push(...exportsOf(statement));
  }
  // What is loaded later, in a thread or by a test that replaces it.
  for (const [, loader = '', specifier = ''] of code.matchAll(
    /(\bimport\(|new URL\(|\bvi\.\w+\()\s*['"](\.{1,2}\/[^'"]+)['"]/g,
  )) {
    const to = resolve(path, specifier, known);
    if (to !== null) imports.push({ to, names: ['*'], isStarted: loader.startsWith('new') });
  }
  return { path, lines, importLines, imports, exported };
}

/** What runs at the build, before the markup, and what runs in the browser. */
const codeOfPage = (text: string): string =>
  [/^---\n([\s\S]*?)\n---/.exec(text), ...text.matchAll(/<script>([\s\S]*?)<\/script>/g)]
    .map((part) => part?.[1] ?? '')
    .join('\n');

function resolve(from: string, specifier: string, known: ReadonlySet<string>): string | null {
  if (!specifier.startsWith('.')) return null;
  const path = posix.join(dirname(from), specifier.replace(/\?.*$/, ''));
  return known.has(path) ? path : null;
}

/** The names that a statement takes from a module: of `* as name` those that the code writes after `name.`. */
function namesOf(statement: ts.ImportDeclaration | ts.ExportDeclaration, code: string): string[] {
  const clause = ts.isImportDeclaration(statement) ? statement.importClause : undefined;
  const bindings = ts.isImportDeclaration(statement) ? clause?.namedBindings : statement.exportClause;
  if (!bindings) return clause?.name ? ['default'] : ts.isExportDeclaration(statement) ? ['*'] : [];
  if (ts.isNamespaceExport(bindings)) return ['*'];
  if (ts.isNamespaceImport(bindings))
    return [...code.matchAll(new RegExp(`(?<!\\w|(?<!\\.\\.)\\.)${bindings.name.text}\\s*\\.([\\w$]+)`, 'g'))].map(
      ([, name = '']) => name,
    );
  return [...(clause?.name ? ['default'] : []), ...bindings.elements.map((one) => (one.propertyName ?? one.name).text)];
}

function exportsOf(statement: ts.Statement): string[] {
  const isExported =
    ts.canHaveModifiers(statement) &&
    ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
  if (!isExported) return [];
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : []));
  const { name } = statement as ts.FunctionDeclaration;
  return name ? [name.text] : ['default'];
}

/** Pairs of folders whose files import each other, the files of a folder itself against those of its parts included. */
export function foldersInBothDirections({ product }: House): string[] {
  const paths = new Set(product.map(({ path }) => path));
  const arrows = new Set<string>();
  for (const { path, imports } of product)
    for (const { to, isStarted } of imports)
      if (!isStarted && paths.has(to) && dirname(to) !== dirname(path)) arrows.add(`${dirname(path)} ${dirname(to)}`);
  return [...arrows]
    .filter((arrow) => {
      const [from = '', to = ''] = arrow.split(' ');
      return from < to && arrows.has(`${to} ${from}`);
    })
    .map((arrow) => arrow.replace(' ', ' <-> '))
    .sort();
}

/** Files of the product that do not begin with a sentence, in a comment, that says what they are for. */
export const filesWithoutSentence = ({ product }: House): string[] =>
  product
    .map(({ path }) => path)
    .filter((path) => !/^(?:---\s+)?(?:\/\/ |\/\*\*? |\/\*\*\n \* )\S[\s\S]{20}/.test(readFileSync(path, 'utf8')));

/** Exports that neither the product nor its tools use but the file that has them: for tests only, or for nothing. */
function exportsForTestsOnly({ product, all }: House): string[] {
  const used = new Map<string, Set<string>>();
  for (const { imports } of all.filter(({ path }) => !/^(?:tests|bench)\//.test(path)))
    for (const { to, names } of imports) used.set(to, (used.get(to) ?? new Set()).union(new Set(names)));
  return product.flatMap(({ path, exported }) => {
    const names = used.get(path);
    if (/\.astro$|^src\/pages\//.test(path) || names?.has('*')) return [];
    return [...new Set(exported)].filter((name) => !names?.has(name)).map((name) => `${path} ${name}`);
  });
}

const at = (sorted: readonly number[], share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;

function figuresOf(house: House): [title: string, figure: string | number][] {
  const { product } = house;
  const lines = product.map((file) => file.lines).sort((one, other) => one - other);
  const total = lines.reduce((sum, count) => sum + count, 0);
  const imported = product.reduce((sum, file) => sum + file.importLines, 0);
  const users = new Map<string, Set<string>>();
  for (const { path, imports } of product)
    for (const { to } of imports) users.set(to, (users.get(to) ?? new Set()).add(path));
  const single = [...users].filter(([, by]) => by.size === 1);
  const logic = product
    .filter(({ path }) => !TABLE.test(path) && !path.endsWith('.css'))
    .sort((one, other) => other.lines - one.lines);
  const css = product.filter(({ path }) => path.endsWith('.css'));
  const styles = css.map(({ path }) => readFileSync(path, 'utf8')).join('\n');
  const kinds = (pattern: RegExp) => new Set([...styles.matchAll(pattern)].map(([, value]) => value)).size;
  return [
    ['product files', product.length],
    ['product lines', total],
    ['lines of a file: median', at(lines, 0.5)],
    ['lines of a file: nine of ten are below', at(lines, 0.9)],
    ['longest file of logic', `${logic[0]?.lines} (${logic[0]?.path})`],
    ['files of logic over 250 lines', logic.filter((file) => file.lines > 250).length],
    ['files of 20 lines or fewer', lines.filter((count) => count <= 20).length],
    ['files with one importer', single.length],
    ['of these in the same folder', single.filter(([path, by]) => dirname(path) === dirname([...by][0] ?? '')).length],
    ['share of lines that import', `${((imported / total) * 100).toFixed(2)} %`],
    ['files without a sentence at the top', filesWithoutSentence(house).length],
    ['exports that only tests use', exportsForTestsOnly(house).length],
    ['folders', new Set(product.map(({ path }) => dirname(path))).size],
    ['folders that import each other', foldersInBothDirections(house).length],
    ['lines of styles', css.reduce((sum, file) => sum + file.lines, 0)],
    ['breakpoints', kinds(/@media[^{]*?width\s*(?:<|>|<=|>=|:)\s*([\d.]+(?:px|rem|em))/g)],
    ['sizes of type', kinds(/font-size:\s*([^;]+);/g)],
  ];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const house = readHouse();
  for (const [title, figure] of figuresOf(house)) console.log(`${title.padEnd(42)} ${figure}`);
  if (process.argv.includes('--exports')) console.log(`\n${exportsForTestsOnly(house).join('\n')}`);
  if (process.argv.includes('--folders')) console.log(`\n${foldersInBothDirections(house).join('\n')}`);
}
