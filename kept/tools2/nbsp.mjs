// Replaces the escapes \u00a0 of Russian texts in product code by ordinary spaces, and lets typographed() set them.
// ROOT=<clone> node nbsp.mjs [--dry]
import { createRequire } from 'node:module';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, posix } from 'node:path';

const ROOT = process.env.ROOT;
if (!ROOT) throw new Error('ROOT is not set');
const ts = createRequire(`${ROOT}/package.json`)('typescript');
const DRY = process.argv.includes('--dry');
const HOME = 'rules/format/typography.ts';
const ESC = '\\u00a0';

/** What a machine reads or compares, or what may not import rules: stays as it is. */
const KEEP = [/^contract\//, /^settings\//, /^rules\/format\/(numbers|typography|day)\.ts$/, /^src\/lib\/platform\/site\.ts$/];
/** Their texts pass one place that sets them: writeLetter. Here escapes become spaces and nothing is wrapped. */
const BY_PLACE = [
  /^server\/accounts\/mail-texts\.ts$/, /^server\/documents\/notifications\/mail-texts\.ts$/,
  /^server\/requests\/mails\.ts$/, /^server\/price-lists\/history\/run-mails\.ts$/, /^server\/platform\/mail\/mail\.ts$/,
];
/** Errors whose constructor sets their message. */
const SET_ERRORS = new Set(['SourceProblem', 'ExchangeProblem']);

const files = execFileSync('git', ['ls-files', 'rules', 'server', 'src'], { cwd: ROOT, encoding: 'utf8', maxBuffer: 1e8 })
  .split('\n').filter((f) => /\.tsx?$/.test(f) && existsSync(`${ROOT}/${f}`));

const isFn = (n) => ts.isFunctionDeclaration(n) || ts.isMethodDeclaration(n) || ts.isFunctionExpression(n) || ts.isArrowFunction(n) || ts.isConstructorDeclaration(n);
const bare = (n) => { while (ts.isAsExpression(n) || ts.isSatisfiesExpression(n) || ts.isParenthesizedExpression(n)) n = n.expression; return n; };

/** Whether an arrow function is short enough to be set as a whole: an expression of texts. */
const isTextArrow = (n) => ts.isArrowFunction(n) && !ts.isBlock(n.body) && (() => {
  let b = bare(n.body);
  while (ts.isConditionalExpression(b)) b = bare(b.whenTrue);
  return ts.isStringLiteralLike(b) || ts.isTemplateExpression(b);
})();

const left = [];
let replaced = 0;
let changedFiles = 0;
for (const f of files) {
  const text = readFileSync(`${ROOT}/${f}`, 'utf8');
  if (!text.includes(ESC)) continue;
  if (KEEP.some((p) => p.test(f))) { left.push([f, text.split(ESC).length - 1, 'kept: compared, or imports nothing']); continue; }
  const byPlace = BY_PLACE.some((p) => p.test(f));
  const sf = ts.createSourceFile(f, text, ts.ScriptTarget.Latest, true, f.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS);
  /** literal pieces with escapes, and the expression to wrap for each */
  const wraps = new Map();
  const edits = [];
  const visit = (n) => {
    const isPiece = ts.isStringLiteral(n) || ts.isNoSubstitutionTemplateLiteral(n) || ts.isTemplateHead(n) || ts.isTemplateMiddle(n) || ts.isTemplateTail(n);
    if (isPiece && n.getText(sf).includes(ESC)) piece(n);
    ts.forEachChild(n, visit);
  };
  function piece(n) {
    const raw = n.getText(sf);
    let lit = n;
    if (ts.isTemplateHead(n)) lit = n.parent;
    if (ts.isTemplateMiddle(n) || ts.isTemplateTail(n)) lit = n.parent.parent;
    const p = lit.parent;
    // String.raw`…` builds patterns; a key is read by machines; a lone '\u00a0' is no text
    if (ts.isTaggedTemplateExpression(p) || ts.isPropertyAssignment(p) && p.name === lit || !/[а-яё]/i.test(lit.getText(sf)) && !/\u2014|№|\$\{|%/.test(lit.getText(sf)) || ts.isLiteralTypeNode(p)) {
      left.push([f, raw.split(ESC).length - 1, `no text: ${lit.getText(sf).slice(0, 60)}`]); return;
    }
    if (ts.isCallExpression(p) && /^(replace|replaceAll|split|join)$/.test(p.expression.name?.text ?? '')) {
      left.push([f, raw.split(ESC).length - 1, `compares: ${p.getText(sf).slice(0, 60)}`]); return;
    }
    // `${label}:\u00a0${count}`: what is bound is known here only
    if (ts.isTemplateExpression(lit) && /:\\u00a0\$\{/.test(lit.getText(sf)) && !/[а-яё]/i.test(lit.head.text + lit.templateSpans.map((x) => x.literal.text).join(''))) {
      left.push([f, raw.split(ESC).length - 1, `a label and a count: ${lit.getText(sf).slice(0, 60)}`]); return;
    }
    if (byPlace) { space(n, raw); return; }
    // the outermost thing that can be wrapped
    let target = lit;
    let top = null; // the initializer of a constant of the module
    let insideFn = false;
    for (let a = lit; a && !ts.isSourceFile(a); a = a.parent) {
      if (isFn(a) && !(ts.isArrowFunction(a) && false)) {
        if (ts.isFunctionDeclaration(a) || ts.isMethodDeclaration(a) && !ts.isObjectLiteralExpression(a.parent) || ts.isConstructorDeclaration(a)) insideFn = true;
      }
      if (ts.isNewExpression(a) && SET_ERRORS.has(a.expression.getText(sf))) { space(n, raw); return; }
      if (ts.isThrowStatement(a) && ts.isNewExpression(a.expression) && SET_ERRORS.has(a.expression.expression.getText(sf))) { space(n, raw); return; }
      if (ts.isVariableDeclaration(a) && a.initializer && ts.isVariableStatement(a.parent.parent) && ts.isSourceFile(a.parent.parent.parent)) top = a;
      // already set
      if (ts.isCallExpression(a) && a.expression.getText(sf) === 'typographed') { space(n, raw); return; }
    }
    if (top && !insideFn) {
      const init = top.initializer; const b = bare(init);
      if (ts.isObjectLiteralExpression(b) || ts.isArrayLiteralExpression(b) || isTextArrow(b) || ts.isStringLiteralLike(b) || ts.isTemplateExpression(b)) {
        target = init;
      } else if (ts.isArrowFunction(b) && !ts.isBlock(b.body) && (ts.isObjectLiteralExpression(bare(b.body)) || ts.isArrayLiteralExpression(bare(b.body)))) target = init;
      else top = null;
      if (top) { wraps.set(init, { top }); space(n, raw); return; }
    }
    // alone: the widest expression of texts around it (a ? 'x' : 'y')
    let w = lit;
    while (ts.isConditionalExpression(w.parent) && w.parent.condition !== w || ts.isParenthesizedExpression(w.parent)) w = w.parent;
    // a whole array or object of texts within a function
    if (ts.isTemplateSpan(w.parent) ) { // part of a larger template: set the larger one
      let o = w; while (o.parent && (ts.isTemplateSpan(o.parent) || ts.isTemplateExpression(o.parent) || ts.isConditionalExpression(o.parent) || ts.isParenthesizedExpression(o.parent))) o = o.parent;
      w = o;
    }
    wraps.set(w, {});
    space(n, raw);
  }
  function space(n, raw) {
    const at = n.getStart(sf);
    for (let i = raw.indexOf(ESC); i >= 0; i = raw.indexOf(ESC, i + 1)) { edits.push([at + i, at + i + ESC.length, ' ']); replaced++; }
  }
  visit(sf);
  // wraps inside wraps are not needed
  const nodes = [...wraps.keys()];
  for (const n of nodes) {
    let inner = false;
    for (let a = n.parent; a; a = a.parent) if (wraps.has(a)) inner = true;
    if (inner) { wraps.delete(n); }
  }
  for (const [n, { top }] of wraps) {
    if (ts.isJsxAttribute(n.parent)) { edits.push([n.getStart(sf), n.getStart(sf), '{typographed(']); edits.push([n.end, n.end, ')}']); continue; }
    let type = '';
    if (top?.type) { // const x: T = {…} becomes const x: T = typographed<T>({…}), so that T checks the literal
      const t = top.type.getText(sf);
      type = `<${t}>`;
      edits.push([top.name.end, top.type.end, '']);
    }
    edits.push([n.getStart(sf), n.getStart(sf), `typographed${type}(`]);
    edits.push([n.end, n.end, ')']);
  }
  // escapes outside literals
  const patterns = [];
  const rest = (n) => { if ((ts.isRegularExpressionLiteral(n) || n.kind === ts.SyntaxKind.JsxText) && n.getText(sf).includes(ESC)) left.push([f, n.getText(sf).split(ESC).length - 1, `pattern ${n.getText(sf).slice(0, 50)}`]); ts.forEachChild(n, rest); };
  rest(sf);
  if (wraps.size > 0 && !/import \{[^}]*\btypographed\b/.test(text)) {
    let spec = posix.relative(dirname(f), HOME); if (!spec.startsWith('.')) spec = `./${spec}`;
    const imports = sf.statements.filter(ts.isImportDeclaration);
    const line = `import { typographed } from '${spec}';\n`;
    // in the order of biome: by distance, then by name
    const key = (s) => s.replace(/^(\.\.\/)*/, (m) => String(99 - m.length / 3).padStart(2, '0'));
    const after = imports.filter((i) => i.moduleSpecifier.text.startsWith('.') && key(i.moduleSpecifier.text) > key(spec))[0];
    const at = after ? after.getStart(sf) : imports.length > 0 ? imports.at(-1).end + 1 : headEnd(text);
    edits.push([at, at, imports.length > 0 ? line : `${line}\n`]);
  }
  if (edits.length === 0) continue;
  edits.sort((a, b) => b[0] - a[0] || b[1] - a[1]);
  let out = text;
  for (const [s, e, t] of edits) out = out.slice(0, s) + t + out.slice(e);
  changedFiles++;
  if (!DRY) writeFileSync(`${ROOT}/${f}`, out);
}
function headEnd(t) { const m = /^(?:\/\/[^\n]*\n)+\n?/.exec(t); return m ? m[0].length : 0; }

/** The places that set what passes them. Each says what it looks for, so a change of the tree is reported. */
function place(file, edits) {
  const found = files.find((f) => f === file) ?? null;
  if (!found) return console.log(`PLACE GONE ${file}: set its texts by hand`);
  let t = readFileSync(`${ROOT}/${file}`, 'utf8');
  if (t.includes('typographed(')) return;
  for (const [from, to] of edits) {
    if (from instanceof RegExp) {
      if (!from.test(t)) console.log(`PLACE CHANGED ${file}: ${String(from).slice(0, 80)} not found`);
      t = t.replace(from, to);
      continue;
    }
    if (!t.includes(from)) { console.log(`PLACE CHANGED ${file}: «${from.slice(0, 80)}» not found`); continue; }
    t = t.replace(from, () => to);
  }
  if (!/import \{[^}]*\btypographed\b/.test(t)) {
    let spec = posix.relative(dirname(file), HOME); if (!spec.startsWith('.')) spec = `./${spec}`;
    const first = t.search(/^import .* from '\.\.?\//m);
    const at = first >= 0 ? first : 0;
    t = `${t.slice(0, at)}import { typographed } from '${spec}';\n${first >= 0 ? '' : '\n'}${t.slice(at)}`;
  }
  if (!DRY) writeFileSync(`${ROOT}/${file}`, t);
}
place('server/platform/mail/mail.ts', [
  [/export function (\w+)\(subject: string, paragraphs: readonly Paragraph\[\]\): (\w+) \{\n  const all = \[\.\.\.paragraphs, AUTOMATIC\];/,
   'export function $1(title: string, paragraphs: readonly Paragraph[]): $2 {\n  const subject = typographed(title);\n  const all = [...paragraphs, AUTOMATIC].map(setParagraph);'],
  ['function textOf(paragraph: Paragraph): string {', `/** Sets the words of a paragraph; an address and a code stay as they are. */
const setParagraph = (paragraph: Paragraph): Paragraph => {
  if (typeof paragraph === 'string') return typographed(paragraph);
  return 'link' in paragraph ? { ...paragraph, label: typographed(paragraph.label) } : paragraph;
};

function textOf(paragraph: Paragraph): string {`],
]);
place('server/price-lists/sources/source.ts', [
  ['export class SourceProblem extends Error {}', `export class SourceProblem extends Error {
  constructor(message: string) {
    super(typographed(message));
  }
}`]]);
place('server/price-lists/exchange/goods.ts', [
  [`export class ExchangeProblem extends Error {\n  readonly code = 'EXCHANGE_PROBLEM';`,
   `export class ExchangeProblem extends Error {\n  readonly code = 'EXCHANGE_PROBLEM';\n\n  constructor(message: string) {\n    super(typographed(message));\n  }`]]);

/** Texts of the demonstration: those of documents come out as they were, those of slides stay as they are (database contents). */
{
  const json = 'server/documents/demo-documents.json';
  if (!existsSync(`${ROOT}/${json}`)) console.log(`PLACE GONE ${json}`);
  else {
    const raw = readFileSync(`${ROOT}/${json}`, 'utf8');
    if (raw.includes(ESC)) {
      replaced += raw.split(ESC).length - 1;
      if (!DRY) writeFileSync(`${ROOT}/${json}`, raw.replaceAll(ESC, ' '));
      place('server/documents/demo-documents.ts', [
        ['= documents as readonly DemoDocument[]', '= typographed(documents) as readonly DemoDocument[]'],
      ]);
    }
  }
  const slides = 'server/slides/demo-slides.json';
  if (existsSync(`${ROOT}/${slides}`)) left.push([slides, readFileSync(`${ROOT}/${slides}`, 'utf8').split(ESC).length - 1, 'demonstration (database contents)']);
  for (const f of execFileSync('git', ['ls-files', 'contract', 'settings', 'src'], { cwd: ROOT, encoding: 'utf8' }).split('\n').filter((f) => /^(contract|settings)\/|\.astro$/.test(f) && existsSync(`${ROOT}/${f}`))) {
    const n = readFileSync(`${ROOT}/${f}`, 'utf8').split(ESC).length - 1;
    if (n > 0) left.push([f, n, f.startsWith('contract') ? 'contract: clients match it, imports nothing' : 'kept']);
  }
}
/** Scripts: every page's texts ask for the function, so it rides with what every page loads, in a chunk of its own size. */
{
  const f = 'astro.config.mjs'; const t = readFileSync(`${ROOT}/${f}`, 'utf8');
  const from = "    'src/lib/platform/tab-memory.',\n"; const to = `${from}    'rules/format/typography.',\n`;
  if (!t.includes("'rules/format/typography.'")) {
    if (!t.includes(from)) console.log(`PLACE CHANGED ${f}: put 'rules/format/typography.' into the group frame, before the group with rules/format/`);
    else if (!DRY) writeFileSync(`${ROOT}/${f}`, t.replace(from, () => to));
  }
}
/** What tests expect of texts that are set a little differently now. */
for (const [f, from, to] of [
  ['tests/api/arrivals/mail.test.ts', "'больше 20 прайс-листов'", "'больше 20\\u00a0прайс-листов'"],
  ['tests/api/import/run-mails.test.ts', "'Прайс «Прайс за 100.csv»: загружен'", "'Прайс «Прайс за\\u00a0100.csv»: загружен'"],
  ['tests/api/import/run-mails.test.ts', "'Прайс «Прайс за 5000.csv»: не\\u00a0загружен'", "'Прайс «Прайс за\\u00a05000.csv»: не\\u00a0загружен'"],
  ['tests/api/import/sheets.test.ts', "'в строке 2 листа\\u00a0«Фильтры»'", "'в строке 2\\u00a0листа «Фильтры»'"],
]) {
  const t = existsSync(`${ROOT}/${f}`) ? readFileSync(`${ROOT}/${f}`, 'utf8') : '';
  if (t.includes(to)) continue;
  if (!t.includes(from)) console.log(`TEST CHANGED ${f}: ${from}`);
  else if (!DRY) writeFileSync(`${ROOT}/${f}`, t.replaceAll(from, () => to));
}
for (const [f, n, why] of left) console.log(String(n).padStart(4), f, '—', why);
console.log(`${replaced} escapes replaced in ${changedFiles} files; ${left.reduce((s, [, n]) => s + n, 0)} left as listed`);
