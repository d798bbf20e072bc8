import { demoPositions } from './server/catalogue/demo/positions.ts';
import { readOffer } from './server/catalogue/part-reader/read-part.ts';
const c=new Map<string,number>(); const ex=new Map<string,string>(); let n=0, loud=[] as string[]; const t0=process.cpuUsage().user;
for (const p of demoPositions()) { const r=readOffer(p.title,p.article); for (const m of r.marks){c.set(m,(c.get(m)??0)+1); ex.set(m,p.title);} if(p.title===p.title.toUpperCase()) loud.push(r.name); n++; }
console.log((process.cpuUsage().user-t0)/1000/n,'ms each');
for (const [m,k] of [...c].sort((a,b)=>b[1]-a[1]).slice(0,70)) console.log(k,m,'   ',ex.get(m));
for (let i=0;i<60;i++) console.log(loud[(i*137)%loud.length]);
