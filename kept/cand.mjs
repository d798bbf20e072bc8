import {load} from '@T/kit/tools/project.mjs';
const g=load();const PRODUCT=/^(contract|rules|server|settings|src)\//;
const dir=f=>f.slice(0,f.lastIndexOf('/'));
const out=[];
for(const n of g.values()){ if(!PRODUCT.test(n.file)||!/\.tsx?$/.test(n.file)||/migrations\/|src\/pages\//.test(n.file))continue;
 const imps=n.importers; const by=[...new Set(imps.map(i=>i.file))]; const prod=by.filter(f=>PRODUCT.test(f)); const tests=by.filter(f=>!PRODUCT.test(f));
 if(prod.length!==1)continue; const u=prod[0]; if(!/\.tsx?$/.test(u))continue; if(imps.some(i=>i.kind==='dynamic'||i.kind==='url'))continue;
 const same=dir(u)===dir(n.file); const sum=n.lines+g.get(u).lines;
 // user lazily loads it? cycles: n imports u? 
 if(n.imports.some(i=>i.to===u))continue;
 if((/\.tsx$/.test(n.file))!==(/\.tsx$/.test(u)))continue;
 out.push({f:n.file,u,l:n.lines,sum,same,tests:tests.length});
}
const ok=out.filter(o=>o.same&&o.sum<=330); console.log(out.length,out.filter(o=>o.same).length,ok.length,ok.filter(o=>!o.tests).length, ok.filter(o=>!o.tests).reduce((s,o)=>s+o.l,0));
import fs from 'node:fs'; fs.writeFileSync('@T/cand.txt',ok.sort((a,b)=>a.tests-b.tests||a.f.localeCompare(b.f)).map(o=>`${o.f} (${o.l}) -> ${o.u} = ${o.sum} tests ${o.tests}`).join('\n'));
