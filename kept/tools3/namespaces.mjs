import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, posix, resolve } from 'node:path';
const ROOT = resolve(process.env.ROOT ?? '.'); process.chdir(ROOT);
const ts = createRequire(`${ROOT}/package.json`)('typescript');
const SKIP = /^(server\/platform\/sheet-reader|server\/catalogue\/search(-index)?\/|server\/catalogue\/replica)/;
const config = ts.parseJsonConfigFileContent(ts.readConfigFile('tsconfig.json', ts.sys.readFile).config, ts.sys, ROOT);
const program = ts.createProgram(config.fileNames, { ...config.options, noEmit: true });
const checker = program.getTypeChecker();
const camel = (p) => basename(p).replace(/\.tsx?$/, '').replace(/-([a-z0-9])/g, (_, c) => c.toUpperCase());
let saved = 0, done = 0; const skipped = [];
const files = execFileSync('git', ['ls-files', 'server', 'src', 'rules', 'contract', 'settings'], { encoding: 'utf8' }).split('\n').filter((f) => /\.tsx?$/.test(f) && existsSync(f) && !SKIP.test(f));
for (const f of files) {
  const sf = program.getSourceFile(`${ROOT}/${f}`); if (!sf) continue;
  const text = sf.text; const edits = [];
  const identifiers = new Set(); const walkIds = (n) => { if (ts.isIdentifier(n)) identifiers.add(n.text); ts.forEachChild(n, walkIds); }; walkIds(sf);
  for (const st of sf.statements) {
    if (!ts.isImportDeclaration(st) || !st.moduleSpecifier.text.startsWith('.')) continue;
    const b = st.importClause?.namedBindings; if (!b || !ts.isNamedImports(b) || st.importClause.name) continue;
    const lines = st.getText(sf).split('\n').length; if (lines < 2) continue;
    if (b.elements.some((e) => e.propertyName)) { skipped.push(`${f} alias`); continue; }
    const target = posix.join(dirname(f), st.moduleSpecifier.text);
    const parent = basename(dirname(target));
    const base = camel(target);
    const cap = (s) => s[0].toUpperCase() + s.slice(1);
const NAMED = { 'server/platform/http/request.ts': 'http', 'rules/format/texts.ts': 'format', 'server/portal-database/schema.ts': 'portal', 'server/catalogue/context/position.ts': 'positionRows', 'contract/documents/documents.ts': 'documents', 'contract/access/access.ts': 'accessContract', 'contract/people/people.ts': 'peopleContract' };
    const options = NAMED[target] ? [NAMED[target]] : ['package', 'index', 'document', 'source', 'row', 'filter', 'settings'].includes(base) ? [] : [base, target.startsWith('contract/') ? `${base}Contract` : null].filter(Boolean);
    const taken = new Set([...identifiers, ...edits.map((e) => e.ns)]);
    const ns = options.find((o) => !taken.has(o)); if (!ns) { skipped.push(`${f} ${options}`); continue; }
    const own = new Map(b.elements.map((e) => [checker.getSymbolAtLocation(e.name), e.name.text]));
    const names = new Set(b.elements.map((e) => e.name.text));
    const uses = []; let bad = null; 
    const walk = (n) => {
      if (n === st) return;
      if (ts.isIdentifier(n) && names.has(n.text)) {
        const p = n.parent;
        if (ts.isPropertyAccessExpression(p) && p.name === n) return;
        if (ts.isQualifiedName(p) && p.right === n) return;
        if (ts.isShorthandPropertyAssignment(p)) { const s = checker.getShorthandAssignmentValueSymbol(p); if (own.has(s)) uses.push([n.getStart(sf), n.end, `${n.text}: ${ns}.${n.text}`]); return; }
        if (ts.isExportSpecifier(p)) { bad = 'exported'; return; }
        if ((ts.isJsxOpeningElement(p) || ts.isJsxSelfClosingElement(p) || ts.isJsxClosingElement(p))) { bad = 'jsx'; return; }
        const s = checker.getSymbolAtLocation(n);
        if (own.has(s)) { if (/^use[A-Z]/.test(n.text)) bad = 'hook'; uses.push([n.getStart(sf), n.end, `${ns}.${n.text}`]); }
      }
      ts.forEachChild(n, walk);
    };
    walk(sf);
    if (bad) { skipped.push(`${f} ${bad}`); continue; }
    const perName = uses.length / names.size;
    if (perName > 3) { skipped.push(`${f} used often ${target} ${perName.toFixed(1)}`); continue; }
    const allType = st.importClause.isTypeOnly || st.importClause.phaseModifier === ts.SyntaxKind.TypeKeyword || b.elements.every((e) => e.isTypeOnly);
    edits.push({ ns, list: [[st.getStart(sf), st.end, `import ${allType ? 'type ' : ''}* as ${ns} from '${st.moduleSpecifier.text}';`], ...uses] });
    identifiers.add(ns); saved += lines - 1; done++;
  }
  if (!edits.length) continue;
  const all = edits.flatMap((e) => e.list).sort((a, b) => b[0] - a[0]); let out = text;
  for (const [s, e, t] of all) out = out.slice(0, s) + t + out.slice(e);
  if (!process.argv.includes('--dry')) writeFileSync(f, out);
}
console.log(done, 'imports', saved, 'lines'); const c = {}; for (const s of skipped) { const k = s.split(' ')[1]; c[k] = (c[k] ?? 0) + 1; } console.log(c); console.log(skipped.filter((s) => / used often| \w+,/.test(s)).slice(0, 30).join('\n'));
