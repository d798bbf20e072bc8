// module-level: finds an import path from a start module to a target (static imports only, values only)
import fs from 'node:fs';import path from 'node:path';
const [start,...targets]=process.argv.slice(2);
const imps=(f)=>{const t=fs.readFileSync(f,'utf8');const out=[];for(const m of t.matchAll(/^(?:import|export) (?!type )([\s\S]*?)from '(\.[^']+)';|^import '(\.[^']+)';/gm)){const names=m[1]??'';if(/^\{/.test(names)&&names.replace(/[{}\s]/g,'').split(',').filter(Boolean).every(x=>x.startsWith('type')&&/\{\s*type |,\s*type /.test(names)&&names.split(',').every(y=>/^\s*\{?\s*type /.test(y)||!y.replace(/[{}\s]/g,''))))continue;out.push(path.posix.join(path.posix.dirname(f),m[2]??m[3]));}return out.filter(x=>fs.existsSync(x)&&/\.tsx?$/.test(x));};
for(const target of targets){const prev=new Map([[start,null]]);const q=[start];while(q.length){const f=q.shift();if(f===target)break;for(const g of imps(f))if(!prev.has(g)){prev.set(g,f);q.push(g);}}
 const out=[];for(let f=prev.has(target)?target:null;f;f=prev.get(f))out.push(f);console.log(target,'<-',out.slice(1).join(' <- ')||'none');}
