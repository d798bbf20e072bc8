// Moves top-level declarations out of a module into a new one.  ROOT=<clone> node split.mjs <from> <to> <name>…
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, posix, resolve } from 'node:path';
process.chdir(resolve(process.env.ROOT ?? '.'));
const ts = createRequire(`${process.cwd()}/package.json`)('typescript');
const [from, to, ...names] = process.argv.slice(2); const wanted = new Set(names);
const rel = (f, t) => { const r = posix.relative(dirname(f), t); return r.startsWith('.') ? r : `./${r}`; };
const text = readFileSync(from, 'utf8');
const sf = ts.createSourceFile(from, text, 99, true, from.endsWith('x') ? 4 : 3);
const importText = []; const moved = []; const kept = []; const movedNames = new Set(); const keptExports = new Map();
const exported = new Set();
for (const st of sf.statements) {
  const whole = text.slice(st.getFullStart(), st.end);
  if (ts.isImportDeclaration(st)) { importText.push(whole.trim()); kept.push(whole); continue; }
  const ns = ts.isVariableStatement(st) ? st.declarationList.declarations.map((d) => d.name.text) : [st.name?.text];
  const isExported = ts.canHaveModifiers(st) && ts.getModifiers(st)?.some((m) => m.kind === ts.SyntaxKind.ExportKeyword);
  if (ns.some((n) => wanted.has(n))) { moved.push(whole); for (const n of ns) { movedNames.add(n); if (isExported) exported.add(n); } }
  else { kept.push(whole); if (isExported) for (const n of ns) keptExports.set(n, true); }
}
for (const n of wanted) if (!movedNames.has(n)) throw new Error(`no ${n}`);
const fixed = importText.map((t) => t.replace(/'(\.{1,2}\/[^']+)'/, (_, s) => `'${rel(to, posix.join(dirname(from), s))}'`));
const movedText = moved.join('').trim();
const needs = [...keptExports.keys()].filter((n) => new RegExp(`\\b${n}\\b`).test(movedText));
writeFileSync(to, `${fixed.join('\n')}\n${needs.length ? `import { ${needs.join(', ')} } from '${rel(to, from)}';\n` : ''}\n${movedText}\n`);
let keptText = kept.join('').replace(/^\s+/, '');
const back = [...exported].filter((n) => new RegExp(`\\b${n}\\b`).test(keptText));
if (back.length) keptText = `import { ${back.join(', ')} } from '${rel(from, to)}';\n${keptText}`;
writeFileSync(from, `${keptText.trim()}\n`);
for (const f of execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' }).split('\n')) {
  if (!/\.(tsx?|astro|mjs)$/.test(f) || f === from || f === to || !existsSync(f)) continue;
  const t = readFileSync(f, 'utf8');
  const n = t.replace(/^(\s*)(import|export) (type )?\{([^}]*)\} from '(\.{1,2}\/[^']+)';/gm, (all, pad, word, type, inner, spec) => {
    if (posix.join(dirname(f), spec) !== from) return all;
    const list = inner.split(',').map((s) => s.trim()).filter(Boolean);
    const isMoved = (s) => exported.has(s.replace(/^type /, '').split(' as ')[0]);
    const a = list.filter((s) => !isMoved(s)); const b = list.filter(isMoved);
    if (!b.length) return all;
    const line = (l, s) => { const allType = l.every((x) => x.startsWith('type ')); return `${pad}${word} ${type ?? (allType ? 'type ' : '')}{ ${l.map((x) => (allType && !type ? x.slice(5) : x)).join(', ')} } from '${s}';`; };
    return [a.length ? line(a, spec) : null, line(b, rel(f, to))].filter(Boolean).join('\n');
  });
  if (n !== t) writeFileSync(f, n);
}
console.log('to', to, [...movedNames].join(' '), 'back', back, 'needs', needs);
