import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, posix, resolve } from 'node:path';
process.chdir(resolve(process.env.ROOT)); const DRY = process.argv.includes('--dry');
const git = (...a) => execFileSync('git', a, { encoding: 'utf8' });
const F = { unit: { auth: 'accounts', mauth: 'accounts', audit: 'journal', docflow: 'documents', 'docflow-form': 'documents', 'docflow-package': 'documents', 'docflow-pages': 'documents', informator: 'people', mnote: 'slides', 'price-desk': 'price-lists', pricelist: 'price-lists', import: 'price-lists', 'list-lines': 'price-lists', crosses: 'catalogue', parts: 'catalogue', search: 'catalogue', replica: 'catalogue', 'product-pages': 'catalogue', request: 'requests' },
  api: { mauth: 'accounts', audit: 'journal', mnote: 'slides', arrivals: 'price-lists', exchange: 'price-lists', import: 'price-lists', pricelist: 'price-lists', cards: 'catalogue', crosses: 'catalogue', feeds: 'catalogue', parts: 'catalogue', positions: 'catalogue', references: 'catalogue', replica: 'catalogue', search: 'catalogue', informator: '*' } };
const DOCS = /^(docflow|mails|paperwork|escal)/;
const files = git('ls-files', 'tests').trim().split('\n');
const taken = new Set(files); const to = new Map();
for (const kind of ['unit', 'api']) for (const f of files) {
  const m = new RegExp(`^tests/${kind}/([^/]+)/(.+)$`).exec(f); if (!m) continue;
  let target = F[kind][m[1]]; if (!target) continue; let name = m[2];
  if (target === '*') { target = DOCS.test(name) ? 'documents' : 'people'; name = name.replace(/^docflow-/, ''); if (name === 'docflow.test.ts') name = 'documents.test.ts'; }
  let p = `tests/${kind}/${target}/${name}`;
  if (taken.has(p) || [...to.values()].includes(p)) { const old = { mauth: 'accounts', pricelist: 'download', arrivals: 'sources', mnote: 'slides', informator: 'people' }[m[1]] ?? m[1]; p = `tests/${kind}/${target}/${old}-${name}`; console.log('collision', f, '->', p); if (taken.has(p) || [...to.values()].includes(p)) throw new Error(p); }
  if (p !== f) to.set(f, p);
}
for (const f of files) { const m = /^tests\/e2e\/(docflow|price-desk)(.*)$/.exec(f); if (m) { const p = `tests/e2e/${m[1] === 'docflow' ? 'documents' : 'price-lists'}${m[2]}`; if (taken.has(p)) { console.log('collision', f); continue; } to.set(f, p); } }
console.log(to.size, 'moves'); if (DRY) process.exit();
const rel = (from, t) => { const r = posix.relative(dirname(from), t); return r.startsWith('.') ? r : `./${r}`; };
const all = git('ls-files').trim().split('\n').filter((f) => existsSync(f));
const known = new Set(all);
for (const f of all) {
  if (!/\.(tsx?|mjs|cjs|astro|md|json|jsonc|yml)$/.test(f) || f === 'package-lock.json' || f === 'npm-shrinkwrap.json') continue;
  const text = readFileSync(f, 'utf8'); const here = to.get(f) ?? f;
  let out = text;
  if (/\.(tsx?|mjs|cjs|astro)$/.test(f)) out = out.replace(/(['"`])(\.{1,2}\/[^'"`\s$?]+)((?:\?[^'"`]*)?\1)/g, (whole, q, spec, end) => {
    const p = posix.join(dirname(f), spec);
    if (to.has(p)) return `${q}${rel(here, to.get(p))}${end}`;
    if (here !== f && (known.has(p) || existsSync(p))) return `${q}${rel(here, p)}${spec.endsWith('/') ? '/' : ''}${end}`.replace('//', '/');
    return whole;
  });
  for (const [o, n] of to) if (out.includes(o)) out = out.replaceAll(o, n);
  for (const kind of ['unit', 'api']) for (const [o, n] of Object.entries(F[kind])) if (n !== '*') out = out.replace(new RegExp(`tests/${kind}/${o}(?=[/\`'"\\s])`, 'g'), `tests/${kind}/${n}`);
  if (out !== text) writeFileSync(f, out);
}
for (const [o, n] of to) { mkdirSync(dirname(n), { recursive: true }); git('mv', o, n); }
