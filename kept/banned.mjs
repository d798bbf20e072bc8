import { execFileSync } from 'node:child_process'; import { readFileSync } from 'node:fs'; import { createRequire } from 'node:module';
const ts = createRequire(process.cwd()+'/package.json')('typescript');
const P=/\b(?:nobody|somebody|whoever|anybody)(?:'s)?\b|\b(?:tells|told|tell|telling)\b|\bseers?\b|\bmet\b|\b(?:held|holds still|waiting room|ledger)\b|\barrivals?\b|\bdesks?\b|\bby heart\b|\b(?:gives?|giving|gave) way\b|\bin the way\b|\bthe way (?:to|back|here|on)\b|\bstrangers?\b/giu;
const FINE=/\b(?:(?:condition|requirement|precondition|target|deadline|criteri(?:on|a))s? (?:is|are|was|were|be) met|(?:lock|lease|handle|port|connection|transaction)s? (?:is|are|was|were|be) held|held open|handheld|in no way|by the way|either way|both ways|one-way|two-way)\b/giu;
let n=0;
for (const f of execFileSync('git',['ls-files','-co','--exclude-standard',...process.argv.slice(2)],{encoding:'utf8'}).split('\n')) {
  if (!/\.(tsx?|mjs|cjs|css|astro)$/.test(f)) continue; let text; try { text=readFileSync(f,'utf8'); } catch { continue; }
  const blocks=[]; 
  if (/\.(css|astro)$/.test(f)) for (const m of text.matchAll(/\/\*[\s\S]*?\*\/|<!--[\s\S]*?-->|^\s*\/\/.*$/gm)) blocks.push([m.index,m[0]]);
  else { const s=ts.createSourceFile(f,text,99,true,f.endsWith('x')?4:3); const seen=new Set(); const st=[s];
    while(st.length){const nd=st.pop(); if(nd.kind!==ts.SyntaxKind.JsxText) for(const r of [...(ts.getLeadingCommentRanges(text,nd.getFullStart())??[]),...(ts.getTrailingCommentRanges(text,nd.end)??[])]) if(!seen.has(r.pos)){seen.add(r.pos);blocks.push([r.pos,text.slice(r.pos,r.end)]);} st.push(...nd.getChildren(s));} }
  for (const [at,b] of blocks) { const r=b.replace(FINE,(x)=>' '.repeat(x.length)); for (const m of r.matchAll(P)) { n++; console.log(`${f}:${text.slice(0,at+m.index).split('\n').length} ${m[0]}`); } }
}
console.log(n,'hits');
