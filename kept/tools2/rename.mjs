// Renames code symbols by a table over the whole program.   ROOT=<clone> node rename.mjs [--dry] [table]
// Lines of the table (# is a comment; `in:` is a path prefix or several with commas):
//   old new [in:prefix]              a declaration at the top of a module
//   all old new [in:prefix]          every declaration at the top of a module of this name (several files)
//   member Type.old new [in:prefix]  a member of an interface, type literal, class, or of the object that a function Type returns
//   local old new in:prefix          variables and parameters within functions of these files
//   import old new in:prefix         local name of an import alias (`x as old`); new = x drops the alias
//   text path «from» «to»          a text of one file that no symbol leads to; done last
//   file old/path new/path           moves a file and rewrites what names it
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, posix, relative, resolve } from 'node:path';

const ROOT = resolve(process.env.ROOT ?? '');
if (!process.env.ROOT) throw new Error('ROOT is not set');
const ts = createRequire(`${ROOT}/package.json`)('typescript');
const DRY = process.argv.includes('--dry');
const TABLE = process.argv.slice(2).find((a) => !a.startsWith('-')) ?? '@T/tools2/names.txt';
const git = (...args) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 1e9 });

const rows = readFileSync(TABLE, 'utf8').split('\n').map((l) => l.replace(/(^|\s)#\s.*$/, '').trim()).filter(Boolean).map((line) => {
  const quoted = /^text (\S+) «([^»]*)» «([^»]*)»$/.exec(line);
  if (quoted) return { kind: 'text', path: quoted[1], old: quoted[2], now: quoted[3], hint: null, line };
  const words = line.split(/\s+/);
  const kind = ['all', 'member', 'local', 'import', 'file'].includes(words[0]) ? words.shift() : 'top';
  const hint = words.find((w) => w.startsWith('in:'))?.slice(3).split(',') ?? null;
  const [old, now] = words.filter((w) => !w.startsWith('in:'));
  return { kind, old, now, hint, line };
});
const report = [];
const say = (...a) => report.push(a.join(' '));

// ---- the program
const config = ts.parseJsonConfigFileContent(ts.readConfigFile(`${ROOT}/tsconfig.json`, ts.sys.readFile).config, ts.sys, ROOT);
const listed = git('ls-files').split('\n').filter((f) => existsSync(`${ROOT}/${f}`));
const names = [...new Set([...config.fileNames, ...listed.filter((f) => /\.tsx?$/.test(f) && !f.endsWith('.d.ts')).map((f) => `${ROOT}/${f}`)])].filter((f) => !f.includes('/node_modules/'));
const snapshots = new Map();
const host = {
  getScriptFileNames: () => names, getScriptVersion: () => '1',
  getScriptSnapshot: (f) => { if (!snapshots.has(f)) { const t = ts.sys.readFile(f); snapshots.set(f, t === undefined ? undefined : ts.ScriptSnapshot.fromString(t)); } return snapshots.get(f); },
  getCurrentDirectory: () => ROOT, getCompilationSettings: () => config.options, getDefaultLibFileName: ts.getDefaultLibFilePath,
  fileExists: ts.sys.fileExists, readFile: ts.sys.readFile, readDirectory: ts.sys.readDirectory, directoryExists: ts.sys.directoryExists, getDirectories: ts.sys.getDirectories, realpath: ts.sys.realpath,
};
const service = ts.createLanguageService(host);
const program = service.getProgram();
const checker = program.getTypeChecker();
const short = (f) => relative(ROOT, f);
const own = program.getSourceFiles().filter((s) => !s.fileName.includes('/node_modules/') && s.fileName.startsWith(`${ROOT}/`));
const byPath = new Map(own.map((s) => [short(s.fileName), s]));
const within = (path, hint) => hint === null || hint.some((h) => path.startsWith(h));

/** Declared names at the top of modules: name -> identifier nodes. */
const tops = new Map();
const put = (map, key, value) => map.set(key, [...(map.get(key) ?? []), value]);
const bindings = (n, seen) => { if (ts.isIdentifier(n)) seen(n); else for (const e of n.elements) if (ts.isBindingElement(e)) bindings(e.name, seen); };
for (const s of own) for (const st of s.statements) {
  if ((ts.isFunctionDeclaration(st) || ts.isClassDeclaration(st) || ts.isInterfaceDeclaration(st) || ts.isTypeAliasDeclaration(st) || ts.isEnumDeclaration(st)) && st.name) put(tops, st.name.text, st.name);
  if (ts.isVariableStatement(st)) for (const d of st.declarationList.declarations) bindings(d.name, (id) => put(tops, id.text, id));
}
/** One of each file: overloads and a type with the value of its name count once. */
const onePerFile = (ids) => [...new Map(ids.map((id) => [id.getSourceFile().fileName, id])).values()];

function membersOf(typeName, member, hint) {
  const found = [];
  for (const id of (tops.get(typeName) ?? []).filter((i) => within(short(i.getSourceFile().fileName), hint))) {
    const look = (n) => {
      if ((ts.isPropertySignature(n) || ts.isMethodSignature(n) || ts.isPropertyDeclaration(n) || ts.isMethodDeclaration(n) || ts.isPropertyAssignment(n) || ts.isShorthandPropertyAssignment(n) || ts.isGetAccessorDeclaration(n)) && ts.isIdentifier(n.name) && n.name.text === member) found.push(n.name);
      if (ts.isParameter(n) && n.modifiers?.length && ts.isIdentifier(n.name) && n.name.text === member) found.push(n.name);
      ts.forEachChild(n, look);
    };
    look(id.parent);
  }
  return found;
}
function localsOf(name, hint) {
  const found = [];
  for (const [path, s] of byPath) if (within(path, hint)) {
    const look = (n) => {
      if (ts.isIdentifier(n) && n.text === name) {
        const p = n.parent;
        if ((ts.isVariableDeclaration(p) || ts.isParameter(p) || ts.isBindingElement(p) || ts.isFunctionDeclaration(p) || ts.isInterfaceDeclaration(p) || ts.isTypeAliasDeclaration(p)) && p.name === n && !(tops.get(name) ?? []).includes(n)) found.push(n);
      }
      ts.forEachChild(n, look);
    };
    look(s);
  }
  return found;
}

// ---- where each goes
const edits = new Map(); // file -> Map(start -> {end, names})
const scheduled = new Map(); // symbol -> new name
const jobs = [];
for (const row of rows) {
  if (row.kind === 'file' || row.kind === 'text') continue;
  let ids = [];
  if (row.kind === 'top' || row.kind === 'all') {
    ids = onePerFile((tops.get(row.old) ?? []).filter((id) => within(short(id.getSourceFile().fileName), row.hint)));
    if (row.kind === 'top' && ids.length > 1) { say('TWICE', row.line, '::', ids.map((i) => short(i.getSourceFile().fileName)).join(' ')); continue; }
  } else if (row.kind === 'member') {
    const [type, member] = row.old.split('.');
    ids = membersOf(type, member, row.hint);
  } else if (row.kind === 'local') ids = localsOf(row.old, row.hint);
  else if (row.kind === 'import') {
    for (const [path, s] of byPath) if (within(path, row.hint)) for (const st of s.statements) if (ts.isImportDeclaration(st) && st.importClause?.namedBindings && ts.isNamedImports(st.importClause.namedBindings))
      for (const e of st.importClause.namedBindings.elements) if (e.name.text === row.old) ids.push(e.name);
  }
  if (ids.length === 0) { say('NOT FOUND', row.line); continue; }
  const seen = new Set();
  for (const id of ids) {
    const symbol = checker.getSymbolAtLocation(id);
    if (symbol && seen.has(symbol)) continue;
    if (symbol) { seen.add(symbol); scheduled.set(symbol, row.now); }
    jobs.push({ row, id, symbol });
  }
}
const nodeAt = (s, pos) => { let n = s; for (;;) { const c = ts.forEachChild(n, (k) => (k.getStart(s) <= pos && pos < k.end ? k : undefined)); if (!c) return n; n = c; } };
const aliased = (sym) => (sym && sym.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(sym) : sym);
const done = [];
for (const { row, id, symbol } of jobs) {
  const s = id.getSourceFile();
  const locations = service.findRenameLocations(s.fileName, id.getStart(s), false, false, { providePrefixAndSuffixTextForRename: true });
  if (!locations) { say('CANNOT', row.line, short(s.fileName)); continue; }
  if (locations.some((l) => l.fileName.includes('/node_modules/'))) { say('OUTSIDE', row.line, short(s.fileName)); continue; }
  const isProperty = row.kind === 'member';
  // a name that is taken where this one is used
  let clash = null;
  if (!isProperty) for (const l of locations) {
    const sf = program.getSourceFile(l.fileName); const n = nodeAt(sf, l.textSpan.start);
    const taken = checker.resolveName(row.now, n, ts.SymbolFlags.Value | ts.SymbolFlags.Type | ts.SymbolFlags.Alias, true);
    if (taken && taken !== symbol && aliased(taken) !== symbol && !(scheduled.has(taken) || scheduled.has(aliased(taken)))) { clash = `${short(l.fileName)}:${sf.getLineAndCharacterOfPosition(l.textSpan.start).line + 1}`; break; }
  }
  if (clash) { say('CLASH', row.line, 'at', clash); continue; }
  const contractMember = isProperty && locations.find((l) => /^contract\//.test(short(l.fileName)));
  if (contractMember) { say('API', row.line, 'is a member of the contract:', short(contractMember.fileName)); continue; }
  const sql = locations.map((l) => { const sf = program.getSourceFile(l.fileName); const n = nodeAt(sf, l.textSpan.start); return ts.isStringLiteralLike(n) && !ts.isLiteralTypeNode(n.parent) ? `${short(l.fileName)}: ${n.getText(sf)}` : null; }).filter(Boolean);
  if (sql.length > 0 && isProperty) { say('STRING', row.line, sql[0], '(a column or a key: not renamed)'); continue; }
  for (const l of locations) {
    const file = edits.get(l.fileName) ?? new Map(); edits.set(l.fileName, file);
    const at = file.get(l.textSpan.start) ?? { end: l.textSpan.start + l.textSpan.length, list: [] };
    at.list.push({ now: row.now, prefix: l.prefixText ?? '', suffix: l.suffixText ?? '', old: id.text });
    file.set(l.textSpan.start, at);
  }
  done.push({ row, path: short(s.fileName), old: id.text, count: locations.length });
}
/** What stands at a place that one or two renames touch (`{ held }`: the member and the variable). */
function textAt(list, where) {
  const distinct = [...new Map(list.map((e) => [JSON.stringify(e), e])).values()];
  if (distinct.length === 1) { const [{ prefix, now, suffix, old }] = distinct; if (prefix === `${now}: `|| prefix === `${now} as `) return now; if (suffix === ` as ${now}`) return now; return prefix + now + suffix; }
  const value = distinct.find((e) => e.prefix); const key = distinct.find((e) => e.suffix);
  if (distinct.length === 2 && value && key) return value.now === key.now ? key.now : key.suffix.startsWith(' as') ? `${key.now} as ${value.now}` : `${key.now}: ${value.now}`;
  const plain = [...new Set(distinct.map((e) => e.now))];
  if (plain.length === 1) return plain[0];
  say('CONFLICT', where, distinct.map((e) => e.prefix + e.now + e.suffix).join(' | '));
  return distinct[0].prefix + distinct[0].now + distinct[0].suffix;
}
const out = new Map();
for (const [file, places] of edits) {
  let text = readFileSync(file, 'utf8');
  for (const [start, { end, list }] of [...places].sort(([a], [b]) => b - a)) text = text.slice(0, start) + textAt(list, `${short(file)}:${start}`) + text.slice(end);
  // `import { x as x }`, `{ x: x }` in a pattern or an object
  text = text.replace(/\b(\w+) as \1\b(?=\s*[,}])/g, '$1');
  out.set(file, text);
}

// ---- pages: names that they import
const specs = (text) => [...text.matchAll(/import\s+(?:type\s+)?(?:[\w$]+\s*,\s*)?\{([^}]*)\}\s*from\s*'([^']+)'/g)];
for (const f of listed.filter((x) => x.endsWith('.astro'))) {
  let text = readFileSync(`${ROOT}/${f}`, 'utf8'); let changed = false;
  for (const [, list, spec] of specs(text)) {
    if (!spec.startsWith('.')) continue;
    const target = posix.join(dirname(f), spec);
    for (const { old, row, path } of done) {
      if (path !== target || row.kind === 'member' || row.kind === 'local') continue;
      if (!new RegExp(`(?<![\\w$])${old}(?![\\w$])`).test(list)) continue;
      const word = new RegExp(`(?<![\\w$.'"/-])${old.replace('$', '\\$')}(?![\\w$'"-]|=[{"'])`, 'g');
      if (new RegExp(`as ${row.now}\\b`).test(text)) { say('PAGE ALIAS', f, old, row.now); }
      text = text.replace(word, row.now); changed = true;
      if (new RegExp(`(?<![\\w$])${old.replace('$', '\\$')}=[{"']`).test(text)) say('PAGE ATTRIBUTE', f, `${old}= stays`);
    }
  }
  // members of what they import, by whole word after a dot
  for (const { old, row } of done) if (row.kind === 'member' && new RegExp(`\\.${old}\\b`).test(text)) {
    const type = row.old.split('.')[0];
    const local = new RegExp(`\\b${type}(?: as (\\w+))?\\b`).exec(specs(text).map(([, list]) => list).join(','));
    if (!local) continue;
    const next = text.replace(new RegExp(`\\b${local[1] ?? type}\\.${old}\\b`, 'g'), `${local[1] ?? type}.${row.now}`);
    if (next === text) continue;
    text = next; changed = true;
  }
  if (changed) out.set(`${ROOT}/${f}`, text);
}

// ---- comments, documents and texts that name a symbol: only names that cannot be a word
const isName = (n) => /[a-z0-9][A-Z]/.test(n) || /^[A-Z][A-Z0-9]*_[A-Z0-9_]+$/.test(n);
const renamed = new Map();
for (const { old, row } of done) if (row.kind !== 'local' && row.kind !== 'import' && isName(old)) renamed.set(old, renamed.has(old) && renamed.get(old) !== row.now ? null : row.now);
for (const [old, now] of renamed) if (now === null || (tops.get(old) ?? []).some((id) => !done.some((d) => d.old === old && d.path === short(id.getSourceFile().fileName)))) renamed.delete(old);
const anyName = renamed.size > 0 ? new RegExp(`(?<![\\w$./-])(${[...renamed.keys()].map((n) => n.replace('$', '\\$')).join('|')})(?![\\w$-])`, 'g') : null;
if (anyName) for (const f of listed.filter((x) => /\.(tsx?|mjs|cjs|md|astro)$/.test(x))) {
  const full = `${ROOT}/${f}`; const text = out.get(full) ?? readFileSync(full, 'utf8');
  if (/\.md$/.test(f)) {
    const next = text.replace(/`[^`\n]+`/g, (code) => code.replace(anyName, (_, n) => renamed.get(n)));
    if (next !== text) { out.set(full, next); say('DOC', f); }
    continue;
  }
  let next = text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/[^\n]*/g, (comment) => comment.replace(anyName, (_, n) => renamed.get(n)));
  // 'path.ts: NAME' of the checks of patterns
  next = next.replace(/'([\w/.-]+\.tsx?): ([\w$]+)'/g, (all, path, n) => { const d = done.find((x) => x.path === path && x.old === n); return d ? `'${path}: ${d.row.now}'` : all; });
  if (next !== text) out.set(full, next);
  for (const [, n] of next.matchAll(/['"`](\w+)['"`]/g)) if (renamed.get(n)) say('TEXT', f, `'${n}' stays`);
}

for (const { kind, path, old, now, line } of rows) if (kind === 'text') {
  const full = `${ROOT}/${path}`; const text = out.get(full) ?? (existsSync(full) ? readFileSync(full, 'utf8') : '');
  if (text.includes(old)) out.set(full, text.replaceAll(old, () => now)); else say('NOT FOUND', line);
}

if (!DRY) for (const [file, text] of out) writeFileSync(file, text);

// ---- files
const moves = rows.filter((r) => r.kind === 'file');
for (const { old, now } of moves) {
  if (!existsSync(`${ROOT}/${old}`)) { say('NO FILE', old); continue; }
  if (existsSync(`${ROOT}/${now}`)) { say('FILE THERE', now); continue; }
  if (DRY) continue;
  mkdirSync(dirname(`${ROOT}/${now}`), { recursive: true });
  git('mv', old, now);
  for (const f of git('ls-files').split('\n').filter((x) => /\.(tsx?|astro|mjs|cjs|md|json)$/.test(x) && existsSync(`${ROOT}/${x}`) && x !== 'package-lock.json')) {
    const text = readFileSync(`${ROOT}/${f}`, 'utf8');
    const was = f === now ? old : f;
    let next = text.replace(/(['"])(\.\.?\/[^'"\n]+)\1/g, (all, q, spec) => {
      const target = posix.join(dirname(was), spec);
      const goal = target === old ? now : target;
      if (target !== old && f !== now) return all;
      if (f === now && target !== old && !existsSync(`${ROOT}/${target}`)) return all;
      let r = posix.relative(dirname(f), goal); if (!r.startsWith('.')) r = `./${r}`;
      return q + r + q;
    });
    next = next.replaceAll(old, now);
    if (next !== text) writeFileSync(`${ROOT}/${f}`, next);
  }
}
for (const line of [...new Set(report)]) console.log(line);
console.log(`${done.length} declarations renamed at ${done.reduce((n, d) => n + d.count, 0)} places in ${out.size} files; ${rows.length} rows`);
