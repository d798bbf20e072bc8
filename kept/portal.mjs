import fs from 'node:fs';import zlib from 'node:zlib';import path from 'node:path';
const dist=process.argv[2]+'/_astro'; const br=(f)=>zlib.brotliCompressSync(fs.readFileSync(f),{params:{[zlib.constants.BROTLI_PARAM_QUALITY]:11}}).length;
const starts=process.argv.slice(3); const seen=new Map();
const add=(f)=>{ if(seen.has(f)) return; const t=fs.readFileSync(dist+'/'+f,'utf8'); seen.set(f,br(dist+'/'+f)); for(const m of t.matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g)) add(m[1]); };
for(const s of starts){ const f=fs.readdirSync(dist).find(x=>x.startsWith(s)); add(f);} 
for(const [f,s] of [...seen].sort((a,b)=>b[1]-a[1])) console.log(s,f); console.log([...seen.values()].reduce((a,b)=>a+b,0));
