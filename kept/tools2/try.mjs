import { readFileSync } from 'node:fs';
import { typographed as typo } from '@T/w-tools/rules/format/typography.ts';
const c = JSON.parse(readFileSync('@T/tools2/corpus.json'));
const mark = (t) => t.replaceAll('\u00a0', '~');
let same = 0, lost = [], gain = [], more = [];
for (const { f, t } of c) {
  const n = typo(t.replaceAll('\u00a0', ' '));
  if (typo(n) !== n) console.log('NOT IDEMPOTENT', n);
  if (!t.includes('\u00a0')) { if (n !== t) more.push(mark(n)); continue; }
  if (n === t) { same++; continue; }
  let l = false, g = false;
  for (let i = 0; i < t.length; i++) if (t[i] !== n[i]) { if (t[i] === '\u00a0') l = true; else g = true; }
  if (l) lost.push(`${mark(t)}\n        ${mark(n)}`);
  if (g) gain.push(mark(n) + '\n     was ' + mark(t));
}
console.log('same', same, 'lost', lost.length, 'gain', gain.length, 'more', more.length);
if (process.argv[2] === 'lost') console.log(lost.join('\n'));
if (process.argv[2] === 'gain') console.log(gain.join('\n'));
if (process.argv[2] === 'more') console.log(more.join('\n'));
