import { glob, readFile } from 'node:fs/promises';
import ts from 'typescript';

/** Words of comments that the glossary replaces, each with what to say. Whole words, any case. */
const IN_COMMENTS: ReadonlyMap<RegExp, string> = new Map([
  [/\b(?:nobody|somebody|whoever|anybody)(?:'s)?\b/giu, 'caller, viewer, visitor, user, administrator; or the passive'],
  [/\b(?:tells|told|tell|telling)\b/giu, 'reports, logs, returns, notifies, distinguishes'],
  [/\bseers?\b/giu, 'viewer'],
  [/\bmet\b/giu, 'visited, seen, reached'],
  [/\b(?:held|holds still|waiting room|ledger)\b/giu, 'staged; kept in memory; locked; contains'],
  [/\barrivals?\b/giu, 'source, received file'],
  [/\bdesks?\b/giu, 'import queue; staff requests'],
  [/\bby heart\b/giu, 'kept in memory'],
  [
    /\b(?:gives?|giving|gave) way\b|\bin the way\b|\bthe way (?:to|back|here|on)\b/giu,
    'unconfirmed accounts; blocks; return address',
  ],
  [/\bstrangers?\b/giu, 'unknown sender, another person'],
]);

/** Words of names, which are split where their case changes. */
const IN_NAMES: ReadonlyMap<string, string> = new Map([
  ...['nobody', 'nobodys', 'somebody', 'somebodys', 'whoever', 'anybody', 'anybodys'].map((word): [string, string] => [
    word,
    'none, caller, viewer',
  ]),
  ...['tell', 'tells', 'told'].map((word): [string, string] => [word, 'report, log, notify']),
  ...['seer', 'seers'].map((word): [string, string] => [word, 'viewer']),
  ['met', 'visited, seen, reached'],
  ...['way', 'ways'].map((word): [string, string] => [word, 'direction, return address']),
  ['held', 'staged, locked, stored'],
  ...['arrival', 'arrivals'].map((word): [string, string] => [word, 'received file']),
  ['desk', 'queue'],
  ['heart', 'memory'],
  ...['stranger', 'strangers'].map((word): [string, string] => [word, 'unknown sender']),
]);

/** Phrases in which such a word says what it says everywhere: they are taken out of a comment before it is read. */
const FINE =
  /\b(?:(?:condition|requirement|precondition|target|deadline|criteri(?:on|a))s? (?:is|are|was|were|be) met|(?:lock|lease|handle|port|connection|transaction)s? (?:is|are|was|were|be) held|held open|handheld|in no way|by the way|either way|both ways|one-way|two-way)\b/giu;

/**
 * Names of the API, of tables that are shipped and of files on disk. They stay (docs/architecture.md, «The API … older
 * names»), so a property, a column or a type of the contract that bears one is no fault.
 */
const SHIPPED: ReadonlySet<string> = new Set([
  'arrival',
  'arrivals',
  'Arrival',
  'ArrivalPage',
  'ArrivalPlan',
  'ArrivalState',
  'ARRIVAL_STATES',
  'import_arrivals',
  'held',
  'held_file',
  'heldFile',
  'told_at',
  'way',
  'crossWay',
  'CrossWay',
  'CROSS_WAYS',
  'newcomersMet',
  'strangersMet',
  'strangers',
]);

/** A place that says such a word. */
export interface BannedWord {
  readonly path: string;
  readonly line: number;
  readonly word: string;
  readonly instead: string;
  readonly where: 'comment' | 'name';
}

const wordsOf = (name: string): string[] =>
  name
    .replace(/[uU]nderWays?/g, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .split(/[\s_$]+/)
    .map((word) => word.toLowerCase());

/** The names that a module declares: all but what it only uses. */
function* declaredNames(node: ts.Node): Generator<ts.Identifier> {
  const { name } = node as { name?: ts.Node };
  const declares =
    ts.isVariableDeclaration(node) ||
    ts.isParameter(node) ||
    ts.isBindingElement(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isTypeParameterDeclaration(node) ||
    ts.isPropertySignature(node) ||
    ts.isPropertyDeclaration(node) ||
    ts.isPropertyAssignment(node) ||
    ts.isMethodSignature(node) ||
    ts.isMethodDeclaration(node);
  if (declares && name && ts.isIdentifier(name)) yield name;
  for (const child of childrenOf(node)) yield* declaredNames(child);
}

function childrenOf(node: ts.Node): ts.Node[] {
  const children: ts.Node[] = [];
  ts.forEachChild(node, (child) => void children.push(child));
  return children;
}

/** Comments of a module with their places; texts and patterns that look like one are none. */
function* commentsOf(source: ts.SourceFile): Generator<{ readonly at: number; readonly text: string }> {
  const seen = new Set<number>();
  const stack: ts.Node[] = [source];
  for (let node = stack.pop(); node; node = stack.pop()) {
    const isText = ts.isJsxText(node);
    const before = isText ? [] : (ts.getLeadingCommentRanges(source.text, node.getFullStart()) ?? []);
    const after = isText ? [] : (ts.getTrailingCommentRanges(source.text, node.end) ?? []);
    for (const { pos, end } of [...before, ...after]) {
      if (seen.has(pos)) continue;
      seen.add(pos);
      yield { at: pos, text: source.text.slice(pos, end) };
    }
    stack.push(...node.getChildren(source));
  }
}

/** What one module says that the glossary says otherwise. */
function bannedIn(path: string, text: string): BannedWord[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const lineAt = (at: number) => source.getLineAndCharacterOfPosition(at).line + 1;
  const found: BannedWord[] = [];
  const isClean = [...IN_COMMENTS.keys()].every((pattern) => text.search(pattern) < 0);
  for (const { at, text: comment } of isClean ? [] : commentsOf(source)) {
    const read = comment.replace(FINE, (phrase) => ' '.repeat(phrase.length));
    for (const [pattern, instead] of IN_COMMENTS) {
      for (const match of read.matchAll(pattern)) {
        const word = match[0].toLowerCase();
        found.push({ path, line: lineAt(at + match.index), word, instead, where: 'comment' });
      }
    }
  }
  for (const name of declaredNames(source)) {
    if (SHIPPED.has(name.text)) continue;
    for (const part of wordsOf(name.text)) {
      const instead = IN_NAMES.get(part);
      if (instead) found.push({ path, line: lineAt(name.getStart(source)), word: name.text, instead, where: 'name' });
    }
  }
  return found;
}

/** All places under some folders of the house, below `root`, with a word that the glossary replaces. */
export async function bannedWords(root: string, folders: readonly string[]): Promise<BannedWord[]> {
  const found: BannedWord[] = [];
  for (const folder of folders) {
    for await (const path of glob(`${folder}/**/*.{ts,tsx}`, { cwd: root })) {
      found.push(...bannedIn(path, await readFile(`${root}/${path}`, 'utf8')));
    }
  }
  return found;
}
