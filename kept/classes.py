import subprocess,re,sys,collections,os
d=subprocess.run(['git','diff','-U0','1dc8f45e','ab9470ad','--','*.tsx','*.astro','*.ts'],capture_output=True,text=True).stdout
pat=re.compile(r'(?:className|class|list|bone)=(?:"([^"]*)"|\{`([^`]*)`\})')
pairs=collections.defaultdict(collections.Counter)
for h in re.split(r'^@@.*$',d,flags=re.M):
    a=[];b=[]
    for l in h.split('\n'):
        if l.startswith('---') or l.startswith('+++'): continue
        if l.startswith('-'): a+= [m.group(1) or m.group(2) for m in pat.finditer(l)]
        if l.startswith('+'): b+= [m.group(1) or m.group(2) for m in pat.finditer(l)]
    if len(a)==len(b):
        for x,y in zip(a,b):
            if x!=y and x: pairs[x][y]+=1
    elif a: print('uneven',a,b)
def occ(tree):
    c=collections.Counter()
    out=subprocess.run(['git','grep','-hE','(className|class|list|bone)=',tree,'--','src'],capture_output=True,text=True).stdout
    for m in pat.finditer(out): c[m.group(1) or m.group(2)]+=1
    return c
theirs=occ('ab9470ad'); base=occ('1dc8f45e')
import glob
for f in subprocess.run("git ls-files -co --exclude-standard src | grep -E '\\.(tsx|astro)$'",shell=True,capture_output=True,text=True).stdout.split():
    if not os.path.exists(f): continue
    s=open(f).read(); s0=s
    for m in pat.finditer(s0):
        x=m.group(1) or m.group(2)
        if x in pairs:
            y=pairs[x]
            if theirs[x]==0 and len(y)==1:
                s=s.replace(m.group(0),m.group(0).replace(x,list(y)[0],1)); print('set',f,x,'->',list(y)[0])
            elif theirs[x]<base[x]: print('LOOK',f,x,dict(y),'left in theirs',theirs[x])
    if s!=s0 and '--write' in sys.argv: open(f,'w').write(s)
