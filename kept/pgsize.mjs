import fs from 'node:fs';import zlib from 'node:zlib';import path from 'node:path';
const dist=process.argv[2];
const br=(f)=>zlib.brotliCompressSync(fs.readFileSync(f),{params:{[zlib.constants.BROTLI_PARAM_QUALITY]:11}}).length;
for(const page of process.argv.slice(3)){
 const html=fs.readFileSync(path.join(dist,page),'utf8'); const seen=new Map();
 const add=(u)=>{ const f=path.join(dist,u.replace(/^https?:\/\/[^/]+/,'')); if(seen.has(f)||!fs.existsSync(f)) return; seen.set(f,br(f)); const t=fs.readFileSync(f,'utf8'); for(const m of t.matchAll(/(?:from|import)\s*["'](\.[^"']+\.js)["']/g)) add('/'+path.relative(dist,path.join(path.dirname(f),m[1]))); };
 for(const m of html.matchAll(/(?:src|href|component-url|renderer-url|before-hydration-url)="([^"]+\.js)"/g)) add(m[1]);
 for(const m of html.matchAll(/import\s*["'](\/[^"']+\.js)["']/g)) add(m[1]);
 console.log(page,[...seen.values()].reduce((a,b)=>a+b,0)); for(const [f,s] of [...seen].sort((a,b)=>b[1]-a[1])) console.log('   ',s,path.basename(f));
}
