// Joins modules of one floor into one, and rewrites what names them.
//   ROOT=<clone> node join.mjs <target> <source> <source>… [--rename source-basename:old=new]…
// Order of the bodies = order of the sources. Private names that clash: `Props` becomes `<File>Props`; others must be renamed by --rename.
// Exported names that clash are refused. Rewrites import/export specifiers, import(), new URL(), vi.*() and paths in documents.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, posix, resolve } from 'node:path';
const ROOT = resolve(process.env.ROOT ?? '.');
process.chdir(ROOT);
const ts = createRequire(`${ROOT}/package.json`)('typescript');
const args = process.argv.slice(2);
const renames = []; const list = [];
for (let i = 0; i < args.length; i++) if (args[i] === '--rename') renames.push(args[++i]); else list.push(args[i]);
const [target, ...sources] = list;
if (sources.some((s) => !existsSync(s))) throw new Error(`missing ${sources.filter((s) => !existsSync(s))}`);
if (existsSync(target) && !sources.includes(target)) throw new Error('target exists and is no source');
const isSource = new Set(sources);
const rel = (from, to) => { const r = posix.relative(dirname(from), to); return r.startsWith('.') ? r : `./${r}`; };
const at = (from, spec) => posix.join(dirname(from), spec.replace(/\?.*$/, ''));
const pascal = (f) => basename(f).replace(/\.tsx?$/, '').split(/[-.]/).map((w) => w[0].toUpperCase() + w.slice(1)).join('');
const imports = new Map(); // spec key -> {side, ns, default, names: Map(local -> {imported,isType}), star}
const localNames = new Map();
const exportedBy = new Map(); const privateBy = new Map();
const bodies = [];
for (const f of sources) {
  let text = readFileSync(f, 'utf8');
  const sf = ts.createSourceFile(f, text, ts.ScriptTarget.Latest, true, f.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS);
  const declared = []; const cuts = []; let selfAliases = [];
  for (const st of sf.statements) {
    if (ts.isImportDeclaration(st)) {
      const spec = st.moduleSpecifier.text; const p = spec.startsWith('.') ? at(f, spec) : null;
      const lead = ts.getLeadingCommentRanges(text, st.getFullStart()) ?? [];
      // a comment above the first import stays with the body unless it is directly above a later import
      cuts.push([st.getStart(), st.end, lead]);
      const clause = st.importClause;
      if (p && isSource.has(p)) { const b = clause?.namedBindings; if (b && ts.isNamedImports(b)) for (const e of b.elements) if (e.propertyName) selfAliases.push([e.name.text, e.propertyName.text]); if (b && ts.isNamespaceImport(b)) throw new Error(`namespace import of a source in ${f}`); continue; }
      const q = /\?.*$/.exec(spec)?.[0] ?? '';
      const key = p ? rel(target, p) + q : spec;
      const one = imports.get(key) ?? { side: false, ns: new Set(), def: new Set(), names: new Map() };
      imports.set(key, one);
      if (!clause) { one.side = true; continue; }
      const isType = clause.isTypeOnly || clause.phaseModifier === ts.SyntaxKind.TypeKeyword;
      const note = (local, imported) => { const was = localNames.get(local); const id = `${key}#${imported}`; if (was && was !== id) throw new Error(`${f}: ${local} is ${was} and ${id}`); localNames.set(local, id); };
      if (clause.name) { note(clause.name.text, 'default'); one.def.add(`${isType ? 'type ' : ''}${clause.name.text}`); }
      const b = clause.namedBindings;
      if (b && ts.isNamespaceImport(b)) { note(b.name.text, '*'); one.ns.add(`${isType ? 'type ' : ''}* as ${b.name.text}`); }
      if (b && ts.isNamedImports(b)) for (const e of b.elements) {
        const imported = (e.propertyName ?? e.name).text; note(e.name.text, imported);
        const was = one.names.get(e.name.text); const typeOnly = isType || e.isTypeOnly;
        one.names.set(e.name.text, { imported, isType: was ? was.isType && typeOnly : typeOnly });
      }
    } else if (ts.isExportDeclaration(st) && st.moduleSpecifier) {
      const p = at(f, st.moduleSpecifier.text);
      if (isSource.has(p)) throw new Error(`${f} re-exports ${p}: remove that first`);
    } else {
      const isExported = ts.canHaveModifiers(st) && ts.getModifiers(st)?.some((m) => m.kind === ts.SyntaxKind.ExportKeyword);
      const names = ts.isVariableStatement(st) ? st.declarationList.declarations.flatMap((d) => (ts.isIdentifier(d.name) ? [d.name.text] : d.name.elements.map((e) => e.name?.text).filter(Boolean))) : st.name ? [st.name.text] : [];
      for (const n of new Set(names)) declared.push([n, isExported]);
    }
  }
  let body = ''; let from = 0;
  for (const [s, e] of cuts) { body += text.slice(from, s); from = e; }
  body += text.slice(from);
  body = body.replace(/^\s*\n+/, '').replace(/\n{3,}/g, '\n\n').trimEnd();
  for (const r of renames) { const [file, pair] = r.split(':'); const [o, n] = pair.split('='); if (basename(f) === file || f === file) { body = body.replace(new RegExp(`(?<![.\\w$'-])${o}\\b(?!['-])`, 'g'), n); for (const d of declared) if (d[0] === o) d[0] = n; } }
  for (const [alias, real] of selfAliases) body = body.replace(new RegExp(`(?<![.\\w$])${alias}\\b`, 'g'), real);
  for (const d of declared) if (d[0] === 'Props' && !d[1]) { const n = declared.some(([x]) => x === `${pascal(f)}Props`) ? `${pascal(f)}OwnProps` : `${pascal(f)}Props`; body = body.replace(/(?<![.\w$])Props\b/g, n); d[0] = n; }
  for (const [n, ex] of declared) {
    if (exportedBy.has(n) && exportedBy.get(n) !== f) throw new Error(`${n} stands in ${exportedBy.get(n)} and ${f}`);
    if (localNames.has(n) ) throw new Error(`${n} of ${f} is imported by another as ${localNames.get(n)}`);
    exportedBy.set(n, f);
  }
  bodies.push(body);
}
for (const [n, f] of exportedBy) if (localNames.has(n)) throw new Error(`${n} of ${f} is also imported as ${localNames.get(n)}`);
function statements(map) {
  const out = [];
  for (const [key, { side, ns, def, names }] of map) {
    if (side) out.push(`import '${key}';`);
    for (const n of ns) out.push(n.startsWith('type ') ? `import type ${n.slice(5)} from '${key}';` : `import ${n} from '${key}';`);
    const all = [...names].sort(([a], [b]) => (a < b ? -1 : 1));
    const allType = all.length > 0 && all.every(([, v]) => v.isType);
    const list = all.map(([l, v]) => `${v.isType && !allType ? 'type ' : ''}${v.imported === l ? l : `${v.imported} as ${l}`}`).join(', ');
    const d = [...def];
    for (const x of d.slice(1)) out.push(`import ${x} from '${key}';`);
    if (d.length && all.length) { out.push(`import ${d[0]} from '${key}';`); out.push(`import ${allType ? 'type ' : ''}{ ${list} } from '${key}';`); }
    else if (d.length) out.push(`import ${d[0]} from '${key}';`);
    else if (all.length) out.push(`import ${allType ? 'type ' : ''}{ ${list} } from '${key}';`);
  }
  return out;
}
for (const f of sources) if (f !== target) rmSync(f);
writeFileSync(target, `${statements(imports).join('\n')}\n\n${bodies.join('\n\n')}\n`);
// importers
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' }).split('\n').filter((f) => f && existsSync(f) && f !== target);
const docPaths = sources.filter((s) => s !== target);
const touched = [target];
for (const f of files) {
  if (/\.(md|json|jsonc|yml|yaml)$/.test(f) || /^(scripts|tests|astro\.config|knip)/.test(f)) {
    const t = readFileSync(f, 'utf8'); let n = t;
    for (const p of docPaths) n = n.replaceAll(p, target);
    if (n !== t) { writeFileSync(f, n); console.log('names', f); }
  }
  if (!/\.(tsx?|astro|mjs|cjs)$/.test(f)) continue;
  const t = readFileSync(f, 'utf8');
  if (!t.includes("from '.") && !/import\(|new URL\(|vi\.\w+\(|import '/.test(t)) continue;
  let changed = false;
  let n = t.replace(/((?:\bfrom|\bimport)\s*'|(?:\bimport\(|new URL\(|\bvi\.\w+\(|\bimportActual(?:<[^>]*>)?\()\s*'|typeof import\(')(\.{1,2}\/[^']+)'/g, (all, lead, spec) => {
    const p = at(f, spec);
    if (!isSource.has(p) || p === target) return all;
    changed = true; return `${lead}${rel(f, target)}'`;
  });
  if (!changed) continue;
  // one import statement a module
  const spec = rel(f, target);
  const pattern = new RegExp(`^import (type )?\\{([^}]*)\\} from '${spec.replace(/[.\\/]/g, '\\$&')}';\\n`, 'gm');
  const found = [...n.matchAll(pattern)];
  if (found.length > 1) {
    const names = new Map();
    for (const [, type, inner] of found) for (const raw of inner.split(',').map((s) => s.trim()).filter(Boolean)) {
      const isType = Boolean(type) || raw.startsWith('type '); const name = raw.replace(/^type /, '');
      names.set(name, names.has(name) ? names.get(name) && isType : isType);
    }
    const allType = [...names.values()].every(Boolean);
    const text = `import ${allType ? 'type ' : ''}{ ${[...names].sort(([a], [b]) => (a < b ? -1 : 1)).map(([k, v]) => `${v && !allType ? 'type ' : ''}${k}`).join(', ')} } from '${spec}';\n`;
    let first = true;
    n = n.replace(pattern, () => { if (first) { first = false; return text; } return ''; });
  }
  writeFileSync(f, n); touched.push(f);
}
console.log(target, sources.length, 'joined;', touched.length, 'files touched');
