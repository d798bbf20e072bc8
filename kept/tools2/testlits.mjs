import { createRequire } from 'node:module'; import { execFileSync } from 'node:child_process'; import { readFileSync } from 'node:fs';
import { typographed } from '@T/w-tools/rules/format/typography.ts';
const ROOT='@T/w-tools'; const ts = createRequire(`${ROOT}/package.json`)('typescript');
const norm = (t) => t.replaceAll('\u00a0',' ');
const corpus = JSON.parse(readFileSync('@T/tools2/corpus.json')).map(({t})=>norm(t));
const files = execFileSync('git', ['ls-files', 'tests/api','tests/e2e'], { cwd: ROOT, encoding: 'utf8' }).split('\n').filter((f) => /\.tsx?$/.test(f));
for (const f of files) { const s = ts.createSourceFile(f, readFileSync(`${ROOT}/${f}`,'utf8'), ts.ScriptTarget.Latest, true);
 const v=(n)=>{ let t=null; if(ts.isStringLiteralLike(n)) t=n.text; else if(ts.isTemplateExpression(n)) t=n.head.text+n.templateSpans.map(x=>'5'+x.literal.text).join('');
 if(t&&/[а-яё]/i.test(t)){ const n2=typographed(t); const lost=t.includes('\u00a0')&&typographed(norm(t))!==t; if((n2!==t||lost)&&t.length>6){ const key=norm(t); const hit=corpus.some(c=>c.includes(key)||(key.length>14&&c.length>14&&key.includes(c.replace(/\$\{\}.*/,''))&&c.replace(/\$\{\}.*/,'').length>10)); if(hit||lost)console.log(f,JSON.stringify(t.replaceAll('\u00a0','~')).slice(0,110), lost?'LOST':''); } }
 ts.forEachChild(n,v)}; v(s); }
