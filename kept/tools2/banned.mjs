// ROOT=<tree> [LIB=<tree with tests/support/banned-words.ts>] node banned.mjs > banned.md
const ROOT = process.env.ROOT; const { bannedWords } = await import(`${process.env.LIB ?? ROOT}/tests/support/banned-words.ts`);
const found = (await bannedWords(ROOT, ['contract', 'rules', 'settings', 'server', 'src', 'scripts', 'bench', 'tests']));
const folderOf = (p) => p.split('/').slice(0, /^(server|src)\//.test(p) ? 3 : /^(rules|contract|tests)\//.test(p) ? 2 : 1).filter((x) => !/\.tsx?$/.test(x)).join('/');
const table = (where) => { const rows = new Map(); for (const f of found) if (f.where === where) { const k = folderOf(f.path); const r = rows.get(k) ?? { n: 0, w: new Map() }; r.n++; r.w.set(f.word, (r.w.get(f.word) ?? 0) + 1); rows.set(k, r); }
  return [...rows].sort((a, b) => b[1].n - a[1].n).map(([k, { n, w }]) => `| ${k} | ${n} | ${[...w].sort((a, b) => b[1] - a[1]).slice(0, 12).map(([x, c]) => `${x} ${c}`).join(', ')} |`); };
const sum = (where, p) => found.filter((f) => f.where === where && p(f)).length; const isTest = (f) => f.path.startsWith('tests/');
console.log(`# Banned words that still stand\n\nComments: ${sum('comment', (f) => !isTest(f))} in the product, scripts and bench, ${sum('comment', isTest)} in tests. Names (declarations): ${sum('name', (f) => !isTest(f))} and ${sum('name', isTest)}.\n`);
for (const where of ['comment', 'name']) console.log(`## ${where === 'comment' ? 'Comments' : 'Names'}\n\n| Folder | Places | Words |\n|---|---:|---|\n${table(where).join('\n')}\n`);
console.log('## Names, each with its places (product, scripts, bench)\n'); const by = new Map(); for (const f of found) if (f.where === 'name' && !isTest(f)) by.set(f.word, [...(by.get(f.word) ?? []), `${f.path}:${f.line}`]);
for (const [w, ps] of [...by].sort((a, b) => b[1].length - a[1].length)) console.log(`- \`${w}\` ${ps.length}: ${ps.slice(0, 4).join(', ')}${ps.length > 4 ? ', …' : ''}`);
