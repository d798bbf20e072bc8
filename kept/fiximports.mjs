import fs from 'node:fs';import path from 'node:path';import {createRequire} from 'node:module';import {execSync} from 'node:child_process';
const ts=createRequire(process.cwd()+'/package.json')('typescript');
const all=execSync('git ls-files -co --exclude-standard',{maxBuffer:1e9}).toString().split('\n').filter(f=>/\.tsx?$/.test(f)&&/^(server|contract|rules|settings|src)\//.test(f)&&fs.existsSync(f));
const exp=new Map();
const exportsOf=f=>{ if(exp.has(f))return exp.get(f); const set=new Set(); exp.set(f,set); if(!fs.existsSync(f))return set; const s=ts.createSourceFile(f,fs.readFileSync(f,'utf8'),99,true,f.endsWith('x')?4:3); for(const n of s.statements){ const ex=ts.canHaveModifiers(n)&&ts.getModifiers(n)?.some(m=>m.kind===ts.SyntaxKind.ExportKeyword); if(ts.isExportDeclaration(n)&&n.exportClause&&ts.isNamedExports(n.exportClause)) n.exportClause.elements.forEach(e=>set.add(e.name.text)); else if(ex){ if(ts.isVariableStatement(n)) n.declarationList.declarations.forEach(d=>{ if(ts.isIdentifier(d.name)) set.add(d.name.text); else d.name.elements.forEach(e=>e.name&&set.add(e.name.getText(s)));}); else if(n.name) set.add(n.name.text);} } return set; };
let where=null; const exporters=n=>{ if(!where){where=new Map(); for(const f of all) for(const e of exportsOf(f)) where.set(e,[...(where.get(e)??[]),f]);} return where.get(n)??[]; };
for(const f of process.argv.slice(2)){ const t=fs.readFileSync(f,'utf8'); const s=ts.createSourceFile(f,t,99,true,f.endsWith('x')?4:3); const names=new Map(); const keep=[]; const cuts=[];
 const owns=new Set(); for(const n of s.statements){ if(ts.isVariableStatement(n)) n.declarationList.declarations.forEach(d=>ts.isIdentifier(d.name)&&owns.add(d.name.text)); else if(n.name&&!ts.isImportDeclaration(n)) owns.add(n.name.text); }
 for(const n of s.statements) if(ts.isImportDeclaration(n)){ const c=n.importClause; const m=n.moduleSpecifier.text; if(!c){ if(!keep.includes(n.getText(s))) keep.push(n.getText(s)); cuts.push(n); continue; }
  if(n.attributes||c.name||(c.namedBindings&&ts.isNamespaceImport(c.namedBindings))){ const x=n.getText(s); if(c.name&&c.namedBindings&&ts.isNamedImports(c.namedBindings)){ keep.push(`import ${c.name.text} from '${m}';`); for(const e of c.namedBindings.elements) add(e,m,c.isTypeOnly);} else if(!keep.includes(x)) keep.push(x); cuts.push(n); continue; }
  for(const e of c.namedBindings.elements) add(e,m,c.isTypeOnly); cuts.push(n); }
 function add(e,m,typeOnly){ const local=e.name.text, orig=(e.propertyName??e.name).text; names.set(local,[...(names.get(local)??[]),{m,orig,type:typeOnly||e.isTypeOnly}]); }
 const by=new Map();
 for(const [local,list] of names){ if(owns.has(local)) continue; const ok=list.filter(x=>{ if(!x.m.startsWith('.')) return true; const p=path.posix.join(path.posix.dirname(f),x.m); return fs.existsSync(p)&&(!/\.tsx?$/.test(p)||exportsOf(p).has(x.orig)); }); let pick=ok.find(x=>!x.type)??ok[0];
  if(ok.length>1&&ok.some(x=>x.m!==ok[0].m&&x.m.startsWith('.'))) { const vals=[...new Set(ok.map(x=>x.m))]; if(vals.length>1) console.log(f,'AMBIGUOUS',local,vals.join(' ')); }
  if(!pick){ const e=exporters(list[0].orig); if(e.length===1){ let rel=path.posix.relative(path.posix.dirname(f),e[0]); if(!rel.startsWith('.'))rel='./'+rel; pick={m:rel,orig:list[0].orig,type:list[0].type}; console.log(f,'found',local,'in',e[0]); } else { console.log(f,'NOT EXPORTED',local,list.map(x=>x.m).join(' '),e.join(' ')); continue; } }
  const key=pick.m; by.set(key,[...(by.get(key)??[]),`${pick.type?'type ':''}${pick.orig===local?local:pick.orig+' as '+local}`]); }
 let out=t; for(const n of [...cuts].reverse()){ let end=n.end; if(out[end]==='\n') end++; out=out.slice(0,n.getStart(s))+out.slice(end); }
 const head=[...keep,...[...by].map(([m,l])=>`import { ${l.join(', ')} } from '${m}';`)].join('\n');
 // keep leading comment before first import out of the way
 fs.writeFileSync(f,head+'\n'+out.replace(/^\n+/,'\n')); }
