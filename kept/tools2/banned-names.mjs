import { createRequire } from 'node:module'; import { execFileSync } from 'node:child_process'; import { readFileSync, existsSync } from 'node:fs';
const ROOT = process.env.ROOT; const ts = createRequire(`${ROOT}/package.json`)('typescript');
const BAD = new Set('nobody nobodys somebody somebodys whoever anybody anybodys told tell tells met seer seers way ways held hold holds arrival arrivals desk heart stranger strangers said say says lookout ledger asked'.split(' '));
const files = execFileSync('git', ['ls-files', 'contract','rules','settings','server','src','scripts','bench','tests'], { cwd: ROOT, encoding: 'utf8' }).split('\n').filter((f) => /\.tsx?$/.test(f) && existsSync(`${ROOT}/${f}`));
const out = new Map();
for (const f of files) {
  const s = ts.createSourceFile(f, readFileSync(`${ROOT}/${f}`, 'utf8'), ts.ScriptTarget.Latest, true);
  const add = (id, kind) => { if (!id || !ts.isIdentifier(id)) return; const words = id.text.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replace(/([A-Z])([A-Z][a-z])/g, '$1 $2').split(/[\s_]+/).map((w) => w.toLowerCase()); const bad = words.filter((w) => BAD.has(w)); if (bad.length) { const k = `${kind} ${id.text}`; out.set(k, [...(out.get(k) ?? []), f]); } };
  const top = (n) => { let p = n.parent; while (p && (ts.isVariableDeclarationList(p) || ts.isVariableStatement(p) || ts.isObjectBindingPattern(p)|| ts.isVariableDeclaration(p) || ts.isBindingElement(p))) p = p.parent; return ts.isSourceFile(p); };
  const visit = (n) => {
    if (ts.isFunctionDeclaration(n) || ts.isClassDeclaration(n) || ts.isInterfaceDeclaration(n) || ts.isTypeAliasDeclaration(n) || ts.isVariableDeclaration(n) || ts.isBindingElement(n)) add(n.name, top(n) ? 'top' : 'local');
    else if (ts.isParameter(n)) add(n.name, 'local');
    else if (ts.isPropertySignature(n) || ts.isMethodSignature(n) || ts.isPropertyDeclaration(n) || ts.isMethodDeclaration(n)|| ts.isPropertyAssignment(n)) { let p = n.parent; while (p && !ts.isInterfaceDeclaration(p) && !ts.isTypeAliasDeclaration(p) && !ts.isClassDeclaration(p) && !ts.isVariableDeclaration(p) && !ts.isFunctionDeclaration(p)) p = p.parent; add(n.name, `member ${p?.name?.text ?? '?'}.`); }
    ts.forEachChild(n, visit);
  };
  visit(s);
}
for (const [k, fs] of [...out].sort()) { const fl = [...new Set(fs)]; console.log(k.replace('. ', '.'), fl.length > 3 ? `${fl.length} files ${fl[0]}` : fl.join(' ')); }
